import 'reflect-metadata';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { serviceEnv } from './config.js';
import { createGateway } from './create-gateway.js';

await runProcess('gateway', (logger) => createGateway(parseEnv(serviceEnv), logger));
