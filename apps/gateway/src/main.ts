import 'reflect-metadata';
import { countBuffersAsHeap, parseEnv, runProcess } from '@haru/service-runtime';
import { gatewayEnvSchema } from './config.js';
import { createGateway } from './create-gateway.js';

countBuffersAsHeap();
await runProcess('gateway', (logger) => createGateway(parseEnv(gatewayEnvSchema), logger));
