import { isExpired } from '@haru/contracts';

export type SiteEnd = 'stopped' | 'expired';

/** Why a site does not answer at this very moment, whatever the sweeps have got to; undefined while it does. */
export function endOf(
  site: { isStopped: boolean; isActive: boolean; expiresAt: Date },
  now: Date,
): SiteEnd | undefined {
  if (site.isStopped) return 'stopped';
  return site.isActive && !isExpired(site.expiresAt, now) ? undefined : 'expired';
}
