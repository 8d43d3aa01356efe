import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '@haru/service-runtime';

/** Which of the proxies in front are ours, counted from the nearest; Fastify's `trustProxy`. */
export const trustedHops =
  (proxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < proxies;

/** What a request is counted for before Fastify has seen it: the network of the address that Fastify will find, too. */
export function clientOf(request: IncomingMessage, proxies: number): string {
  return networkOf(proxyAddr(request, trustedHops(proxies)) ?? '', 'client');
}
