export * from './server/decorators.js';
export type { RequestClientOptions } from './client/client-options.js';
export { RequestClient } from './client/request-client.js';
export { DEFAULT_MAX_IN_FLIGHT, PACKET_MAX_BYTES, requestList } from './wire/settings.js';
export { RequestServer } from './server/request-server.js';
export type { RequestServerOptions } from './server/server-options.js';
