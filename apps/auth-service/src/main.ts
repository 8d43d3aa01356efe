import 'reflect-metadata';
import { runProcess } from '@haru/service-runtime';
import { readConfig } from './config.js';
import { startAuthService } from './start.js';

await runProcess('auth-service', (logger) => startAuthService(readConfig(), logger));
