import { type ClientDevice, userAgentMaxLength } from '@haru/contracts';
import { shortNetworkOf } from '../http/short-network.js';
import { dialectOf } from '../http-errors/api-dialects.js';
import type { IdentifiedRequest } from './access.js';

/** Returns the device of a request that may open or refresh a session, or that has a page checked. */
export function clientDeviceOf(request: IdentifiedRequest): ClientDevice | undefined {
  return isForServices(request)
    ? { userAgent: request.headers['user-agent']?.slice(0, userAgentMaxLength), network: shortNetworkOf(request.ip) }
    : undefined;
}

/** A visitor's first page creates an account, too. */
function isForServices({ url, method }: IdentifiedRequest): boolean {
  const dialect = dialectOf(url);
  if (dialect === 'programs') return method === 'POST' || method === 'PUT';
  return dialect === 'auth' || (dialect === 'functions' && method === 'POST');
}
