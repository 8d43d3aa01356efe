import type { IncomingMessage } from 'node:http';

/**
 * @param proxies how many proxies add to `X-Forwarded-For`; a client may have invented everything left of their entries
 */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const forwarded = proxies > 0 ? request.headers['x-forwarded-for'] : undefined;
  const seen = String(forwarded ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return seen.slice(-proxies)[0] ?? request.socket.remoteAddress ?? '';
}
