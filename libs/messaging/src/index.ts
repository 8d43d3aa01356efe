export * from './decorators.js';
export { RequestClient, type RequestClientCounters, type RequestClientOptions } from './request-client.js';
export type { RequestServerCounters } from './request-executor.js';
export { PACKET_MAX_BYTES, requestList } from './settings.js';
export { RequestServer, type RequestServerOptions } from './transport.js';
