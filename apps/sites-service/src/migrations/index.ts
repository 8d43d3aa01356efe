import { inboxMigrations, outboxMigrations } from '@haru/events';
import { readdirSync } from 'node:fs';
import type { MigrationInterface } from 'typeorm';

type MigrationModule = Record<string, new () => MigrationInterface>;

const names = readdirSync(import.meta.dirname).filter((name) => /(?<!^index|\.d)\.[jt]s$/.test(name));
const modules = await Promise.all(names.map((name) => import(`./${name}`) as Promise<MigrationModule>));

/** Every migration in this folder. TypeORM runs them in the order of the numbers in their names. */
export const migrations = [
  ...outboxMigrations,
  ...inboxMigrations,
  ...modules.flatMap((module) => Object.values(module)),
];
