import { type PublishLimitName, publishLimitTable } from '@haru/contracts';
import type { NetworkTier } from '@haru/service-runtime';
import type { ServiceEnv } from '../config.js';

interface Limit {
  points: number;
  seconds: number;
  /**
   * `ip`: per client address; of IPv6 per /64. `network` and wider: see `NetworkTier`.
   * `caller`: per account, and per client address for callers without one. Each key may use half of its account's points.
   * `account`: per account; callers without one are not concerned.
   * `all`: of everybody together.
   * `email`: per mail address that the body names. `email-and-ip`: the same, each client address for itself.
   */
  per: 'ip' | Exclude<NetworkTier, 'client'> | 'caller' | 'account' | 'all' | 'email' | 'email-and-ip';
}

/** `AUTH_RATE_LIMITS` multiplies all limits; `PUBLISH_LIMITS` sets those it names. */
export const rateLimits = {
  temporaryAccount: { points: 30, seconds: 3600, per: 'ip' },
  signUp: { points: 30, seconds: 300, per: 'ip' },
  otp: { points: 30, seconds: 300, per: 'ip' },
  recover: { points: 30, seconds: 300, per: 'ip' },
  resend: { points: 30, seconds: 300, per: 'ip' },
  verify: { points: 30, seconds: 300, per: 'ip' },
  updateUser: { points: 30, seconds: 300, per: 'ip' },
  reauthenticate: { points: 30, seconds: 300, per: 'ip' },
  token: { points: 150, seconds: 300, per: 'ip' },
  // Guesses from many addresses are bounded too. One address alone cannot use up the limit of all together, which would
  // lock the owner out.
  signInHere: { points: 60, seconds: 300, per: 'email-and-ip' },
  // A browser that was left signed in allows as many guesses at the password as the sign-in.
  currentPassword: { points: 60, seconds: 300, per: 'account' },
  signInAddress: { points: 600, seconds: 300, per: 'email' },
  // The many addresses of one client are in few networks.
  networkMails: { points: 100, seconds: 3600, per: 'network' },
  networkMails56: { points: 200, seconds: 3600, per: 'ipv6-56' },
  networkMails48: { points: 400, seconds: 3600, per: 'ipv6-48' },
  networkAddresses: { points: 10, seconds: 3600, per: 'network' },
  networkAddresses56: { points: 20, seconds: 3600, per: 'ipv6-56' },
  networkAddresses48: { points: 40, seconds: 3600, per: 'ipv6-48' },
  managementLinkChange: { points: 30, seconds: 3600, per: 'account' },
  keyChange: { points: 30, seconds: 3600, per: 'account' },
  recoveryCodesChange: { points: 30, seconds: 3600, per: 'account' },
  adoptSites: { points: 30, seconds: 300, per: 'account' },
  // Mailboxes send it for their users, from few addresses.
  unsubscribe: { points: 300, seconds: 300, per: 'ip' },
  // Only wrong secrets count. One network cannot use up the limit of all together.
  managementLink: { points: 30, seconds: 300, per: 'network' },
  managementLink56: { points: 60, seconds: 300, per: 'ipv6-56' },
  managementLink48: { points: 120, seconds: 300, per: 'ipv6-48' },
  managementLinkTotal: { points: 6000, seconds: 300, per: 'all' },
  // The same goes for the addresses that have an edit key.
  editKey: { points: 30, seconds: 300, per: 'network' },
  editKey56: { points: 60, seconds: 300, per: 'ipv6-56' },
  editKey48: { points: 120, seconds: 300, per: 'ipv6-48' },
  editKeyTotal: { points: 6000, seconds: 300, per: 'all' },
  // The same goes for the passwords of pages.
  pagePassword: { points: 20, seconds: 900, per: 'network' },
  pagePassword56: { points: 40, seconds: 900, per: 'ipv6-56' },
  pagePassword48: { points: 80, seconds: 900, per: 'ipv6-48' },
  // These are 15 a minute, of which 30 may come together.
  factorChallenge: { points: 30, seconds: 120, per: 'ip' },
  factorVerify: { points: 30, seconds: 120, per: 'ip' },
  // A whole office may report and like behind one address, and each account has a limit too.
  reportAddress: { points: 60, seconds: 3600, per: 'ip' },
  reportAccount: { points: 20, seconds: 3600, per: 'account' },
  // Pages read through the API count; share links do not. An office of 300 people behind one address may open, compare
  // or restore four pages a minute each.
  pageReads: { points: 6000, seconds: 300, per: 'ip' },
  // The list is the same for a minute, and programs keep it.
  toolLists: { points: 60, seconds: 60, per: 'caller' },
  publish: { points: 300, seconds: 300, per: 'caller' },
  // Ten rows of `sites` a second may be changed or deleted: an account with a thousand pages changes all of them three
  // times.
  rowChange: { points: 3_000, seconds: 300, per: 'caller' },
  // Without these one address could publish 374 GiB an hour: 30 accounts, each with 3,600 pages of 1 MiB.
  pagesWithoutProof: publishLimit('pagesWithoutProof'),
  bytesWithoutProof: publishLimit('bytesWithoutProof'),
  anonymousPages: publishLimit('anonymousPages'),
  anonymousPages56: publishLimit('anonymousPages56'),
  anonymousPages48: publishLimit('anonymousPages48'),
  anonymousBytes: publishLimit('anonymousBytes'),
  anonymousBytes56: publishLimit('anonymousBytes56'),
  anonymousBytes48: publishLimit('anonymousBytes48'),
  registeredPages: publishLimit('registeredPages'),
  pathChange: publishLimit('pathChange'),
} as const satisfies Record<string, Limit>;
export type RateLimitName = keyof typeof rateLimits;

/** Above these limits a proof of work helps. */
export const limitsOfUnproven: ReadonlySet<RateLimitName> = new Set(['pagesWithoutProof', 'bytesWithoutProof']);

/** The other limits are not per time: they limit what exists at the same time. */
type CountedLimitName = {
  [Name in PublishLimitName]: (typeof publishLimitTable)[Name] extends { seconds: number } ? Name : never;
}[PublishLimitName];

function publishLimit(
  name: CountedLimitName,
): Pick<Limit, 'points' | 'seconds'> & { per: 'network' | 'ipv6-56' | 'ipv6-48' | 'account' } {
  const { max, seconds, per } = publishLimitTable[name];
  return { points: max, seconds, per };
}

export type LimitBounds = Readonly<Record<RateLimitName | PublishLimitName, number>>;

/** Applies the environment's settings to the limits. */
export function limitBounds(env: ServiceEnv): LimitBounds {
  const configured: Partial<Record<RateLimitName, number>> = { ...env.PUBLISH_LIMITS, ...networkLimits(env) };
  const points = Object.entries(rateLimits).map(([name, limit]) => {
    const max = (configured[name as RateLimitName] ?? limit.points) * env.AUTH_RATE_LIMITS;
    return [name, Math.max(1, Math.round(max))] as const;
  });
  return { ...env.PUBLISH_LIMITS, ...(Object.fromEntries(points) as Record<RateLimitName, number>) };
}

/** The settings are for the smallest network; the larger ones hold more people. */
function networkLimits({ AUTH_NETWORK_MAILS: mails, AUTH_NETWORK_ADDRESSES: addresses }: ServiceEnv) {
  return {
    networkMails: mails,
    networkMails56: 2 * mails,
    networkMails48: 4 * mails,
    networkAddresses: addresses,
    networkAddresses56: 2 * addresses,
    networkAddresses48: 4 * addresses,
  };
}
