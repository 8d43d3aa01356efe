import { ServiceDatabase } from '@haru/service-kit';
import { entities } from './tables/entities.js';

export const authDatabase = new ServiceDatabase({ entities, appendOnlyTables: ['audit_log'] });
