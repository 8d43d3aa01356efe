import { baselineMigration } from '@haru/database';
import { importFolder } from '@haru/service-runtime';
import type { MigrationInterface } from 'typeorm';
import { baselineTables } from '../tables/index.js';

type MigrationClass = new () => MigrationInterface;

/** Every other file here has a migration. TypeORM runs them in the order of the times in their names. */
const later = (await importFolder(import.meta.dirname, /^(?!index\.).*(?<!\.d)\.[jt]s$/)) as MigrationClass[];

export const migrations = [baselineMigration('Baseline1795478400000', baselineTables), ...later];
