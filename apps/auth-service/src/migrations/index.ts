import { importFolder } from '@haru/service-runtime';
import type { MigrationInterface } from 'typeorm';

/** Every other file here has one migration. TypeORM runs them in the order of the times in their names. */
export const migrations = (await importFolder(
  import.meta.dirname,
  /^(?!index\.).*(?<!\.d)\.[jt]s$/,
)) as (new () => MigrationInterface)[];
