import type { IncomingMessage } from 'node:http';

/** @param proxies how many in front add to `X-Forwarded-For`; what stands further left there a client may have invented */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const forwarded = proxies > 0 ? request.headers['x-forwarded-for'] : undefined;
  const seen = [forwarded ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return seen.slice(-proxies)[0] ?? request.socket.remoteAddress ?? '';
}
