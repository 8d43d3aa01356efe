import { ServiceDatabase } from '@haru/service-kit';
import { entities } from './tables/entities.js';

export const feedbackDatabase = new ServiceDatabase({ entities });
