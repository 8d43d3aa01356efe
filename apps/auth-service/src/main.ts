import 'reflect-metadata';
import { defineService, runProcess } from '@haru/service-runtime';
import { serviceEnv } from './config.js';
import { startAuthService } from './start.js';

export const service = defineService('auth-service', serviceEnv, startAuthService);

if (import.meta.main) await runProcess([service]);
