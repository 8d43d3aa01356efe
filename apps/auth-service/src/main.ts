import 'reflect-metadata';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { serviceEnv } from './config.js';
import { startAuthService } from './start.js';

await runProcess('auth-service', (logger) => startAuthService(parseEnv(serviceEnv), logger));
