import { type ClientDevice, userAgentMaxLength } from '@haru/contracts';
import { networkOf } from '@haru/service-runtime';
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
  return dialect === 'auth' || (dialect === 'functions' && method === 'POST');
}

/** People can recognise where they were by the /24, of IPv6 the /48; no more is stored. */
function shortNetworkOf(address: string): string | undefined {
  const network = networkOf(address, 'ipv6-48') ?? networkOf(address, 'network');
  return network.includes('/') ? network : undefined;
}
