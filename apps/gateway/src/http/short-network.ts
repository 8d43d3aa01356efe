import { networkOf } from '@haru/service-runtime';

/** People can recognise where they were by the /24, of IPv6 the /48; no more is stored. */
export function shortNetworkOf(address: string): string | undefined {
  const network = networkOf(address, 'ipv6-48') ?? networkOf(address, 'network');
  return network.includes('/') ? network : undefined;
}
