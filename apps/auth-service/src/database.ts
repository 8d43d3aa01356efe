import { ServiceDatabase } from '@haru/service-kit';
import { entities } from './tables/index.js';

export const authDatabase = new ServiceDatabase({ entities, appendOnlyTables: ['audit_log'] });
