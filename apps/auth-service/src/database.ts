import { ServiceDatabase } from '@haru/service-kit';
import { entities } from './entities/index.js';

export const authDatabase = new ServiceDatabase({ entities, appendOnlyTables: ['audit_log'] });
