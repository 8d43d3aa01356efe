import { ServiceDatabase } from '@haru/service-kit';
import { migrations } from './migrations/index.js';

/** Rows are read and written as SQL, so there are no entities. */
export const feedbackDatabase = new ServiceDatabase({ entities: [], migrations });
