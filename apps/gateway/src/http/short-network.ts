import { networkOf } from '@haru/service-runtime';

/** The /24, or the /48 of IPv6, is enough for people to recognise where they were. No more is stored. */
export function shortNetworkOf(address: string): string | undefined {
  const network = networkOf(address, 'ipv6-48') ?? networkOf(address, 'network');
  return network.includes('/') ? network : undefined;
}
