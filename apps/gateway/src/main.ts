import 'reflect-metadata';
import { defineService, runProcess } from '@haru/service-runtime';
import { serviceEnv } from './config.js';
import { createGateway } from './create-gateway.js';

await runProcess([defineService('gateway', serviceEnv, createGateway)]);
