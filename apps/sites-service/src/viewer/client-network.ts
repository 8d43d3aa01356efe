import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

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

/** What a client is counted as: its IPv4 address, or the /64 of its IPv6 address, which every subscriber has whole. */
export function clientNetwork(address: string): string {
  const [withoutZone = ''] = address.split('%', 1);
  if (!ipaddr.isValid(withoutZone)) return address;
  const parsed = ipaddr.process(withoutZone);
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(':')}/64` : parsed.toString();
}
