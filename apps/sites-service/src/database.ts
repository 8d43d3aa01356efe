import { ServiceDatabase } from '@haru/service-kit';
import { entities } from './tables/index.js';

export const sitesDatabase = new ServiceDatabase({ entities });
