import { isIPv6 } from 'node:net';

/**
 * What a client address is counted as: of IPv6 its /64, of which the least that a subscriber gets is a whole one; of
 * IPv4 written as IPv6 the IPv4 address. Whatever else stays as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped && high !== undefined && low !== undefined) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, however it is written, without leading zeros and in lower case. */
function groupsOf(address: string): string[] {
  const [withoutZone = ''] = address.split('%', 1);
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [before = [], after = []] = shortest.split('::').map((half) => half.split(':').filter(Boolean));
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
