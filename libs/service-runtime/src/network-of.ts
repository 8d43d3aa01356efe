import ipaddr from 'ipaddr.js';

/**
 * Addresses of one network are counted together: `client` is one subscriber at least (of IPv6 its /64), `network` their
 * neighbours too (of IPv4 the /24). The last two are larger shares of IPv6; IPv4 has none.
 */
export type NetworkTier = 'client' | 'network' | 'ipv6-56' | 'ipv6-48';

const prefixes: Record<NetworkTier, { ipv4: number | undefined; ipv6: number }> = {
  client: { ipv4: 32, ipv6: 64 },
  network: { ipv4: 24, ipv6: 64 },
  'ipv6-56': { ipv4: undefined, ipv6: 56 },
  'ipv6-48': { ipv4: undefined, ipv6: 48 },
};

/**
 * Returns the network of a client address, as `2001:db8::/64`; a whole IPv4 address stays as it is. IPv4 written as
 * IPv6 counts as IPv4.
 * @returns undefined if the tier does not concern the address; a text that is no address stays as it is, as a `client`
 */
export function networkOf(address: string, tier: 'client' | 'network'): string;
export function networkOf(address: string, tier: NetworkTier): string | undefined;
export function networkOf(address: string, tier: NetworkTier): string | undefined {
  const key = `${tier} ${address}`;
  if (known.has(key)) return known.get(key);
  const network = computeNetwork(address, tier);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, network);
  return network;
}

// Each publish needs several; computing them was 8 % of the gateway's time for it.
const known = new Map<string, string | undefined>();
const MAX_KNOWN = 10_000;

function computeNetwork(address: string, tier: NetworkTier): string | undefined {
  const parsed = parse(address);
  if (!parsed) return tier === 'client' || tier === 'network' ? address : undefined;
  const bits = prefixes[tier][parsed.kind()];
  if (bits === undefined) return undefined;
  if (bits === 32) return parsed.toString();
  const cidr = `${parsed.toString()}/${bits}`;
  const { IPv4, IPv6 } = ipaddr;
  const network = (parsed.kind() === 'ipv4' ? IPv4 : IPv6).networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}

/** The zone of a link-local address, which only this machine knows, is left out. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [text = ''] = address.split('%', 1);
  const { IPv4, IPv6 } = ipaddr;
  // `isValid` accepts 127.1 and 0x7f.0.0.1 too, in which no proxy reports a client.
  return IPv4.isValidFourPartDecimal(text) || IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}
