import { baselineMigration } from '@haru/database';
import { importFolder } from '@haru/service-runtime';
import type { MigrationInterface } from 'typeorm';
import { baselineTables } from '../tables/index.js';

type MigrationClass = new () => MigrationInterface;

/** Every other file here has a migration. TypeORM runs them in the order of the times in their names. */
const later = (await importFolder(import.meta.dirname, /^(?!index\.).*(?<!\.d)\.[jt]s$/)) as MigrationClass[];

/** The tables of release 0.2.0 without the column that `add-key-name.ts` adds. */
const released = baselineTables.map((table) => ({ ...table, sql: table.sql.replace('key_name     text,', '') }));

export const migrations = [baselineMigration('Baseline1795478400000', released), ...later];
