import 'reflect-metadata';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { gatewayEnvSchema } from './config.js';
import { createGateway } from './create-gateway.js';

await runProcess('gateway', (logger) => createGateway(parseEnv(gatewayEnvSchema), logger));
