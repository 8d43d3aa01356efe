import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '@haru/service-runtime';

/** This is Fastify's `trustProxy`: it trusts so many proxies in front, counted from the nearest. */
export const trustedHops =
  (proxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < proxies;

/** A request is counted for this network before Fastify has seen it; Fastify finds the same address. */
export function clientOf(request: IncomingMessage, proxies: number): string {
  return networkOf(proxyAddr(request, trustedHops(proxies)) ?? '', 'client');
}
