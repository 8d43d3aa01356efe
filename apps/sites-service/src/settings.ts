import { type DynamicModule, Inject, Module } from '@nestjs/common';
import type { ServiceEnv, UploadsEnv, ViewerEnv, WorkerEnv } from './config.js';

/** Injects a variable of the process's environment, as `config.ts` has parsed it; `addresses` are those of pages. */
export function Setting(name: keyof ServiceEnv | keyof UploadsEnv | keyof WorkerEnv | keyof ViewerEnv | 'addresses') {
  return Inject(name);
}

@Module({})
export class SettingsModule {
  static of(env: object): DynamicModule {
    const providers = Object.entries(env).map(([provide, useValue]) => ({ provide, useValue: useValue as unknown }));
    return { module: SettingsModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
