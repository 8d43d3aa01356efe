import { baselineMigration } from '@haru/database';
import { tables } from '../tables/index.js';

/** TypeORM runs the migrations in the order of the times in their names. */
export const migrations = [baselineMigration('Baseline1795478400000', tables)];
