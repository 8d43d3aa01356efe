import { baselineMigration } from '@haru/database';
import { baselineTables } from '../tables/index.js';
import { AddApiKeys1795532400000 } from './add-api-keys.js';

/** TypeORM runs the migrations in the order of the times in their names. */
export const migrations = [baselineMigration('Baseline1795478400000', baselineTables), AddApiKeys1795532400000];
