import { inboxMigrations, outboxMigrations } from '@haru/events';
import { importFolder } from '@haru/service-runtime';
import type { MigrationInterface } from 'typeorm';

const own = await importFolder(import.meta.dirname, /(?<!^index|\.d)\.[jt]s$/);

/** Every migration in this folder. TypeORM runs them in the order of the numbers in their names. */
export const migrations = [...outboxMigrations, ...inboxMigrations, ...(own as (new () => MigrationInterface)[])];
