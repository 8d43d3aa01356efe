import { type DynamicModule, Inject, Module } from '@nestjs/common';

/** Returns the decorator of a process: it injects one of its settings, which are mostly variables of its environment. */
export const settingOf =
  <Settings>() =>
  (name: keyof Settings & string): ReturnType<typeof Inject> =>
    Inject(name);

@Module({})
export class SettingsModule {
  static of(settings: object): DynamicModule {
    const providers = Object.entries(settings).map(([provide, useValue]) => ({
      provide,
      useValue: useValue as unknown,
    }));
    return { module: SettingsModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}
