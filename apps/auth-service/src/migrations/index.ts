import { baselineMigration } from '@haru/database';
import { tables } from '../tables/index.js';

/** Every migration of this service's database. TypeORM runs them in the order of the times in their names. */
export const migrations = [baselineMigration('Baseline1795478400000', tables)];
