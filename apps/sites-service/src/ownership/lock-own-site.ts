import { type AccountCaller, limits } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { stoppedForOwner } from '../sites/own-site.js';
import { isKept, selectAs, sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';

const READ = [
  ...(['id', 'path', 'title', 'bytes', 'storagePath', 'expiresAt', 'isActive', 'stoppedAt', 'hadOwnOrigin'] as const),
  ...(['visibility', 'accessGeneration'] as const),
] as const;
export type OwnSite = Pick<Site, (typeof READ)[number]>;

/** The next sweep purges other pages. */
const IS_SITE_KEPT = `(stopped_at IS NOT NULL
  OR expires_at > $3::timestamptz - make_interval(days => ${limits.expiredKeptDays}))`;
const lockedIn = (table: string, isStillKept: string): string =>
  `SELECT ${selectAs(sitesColumns, READ)} FROM ${table} WHERE id = $1 AND user_id = $2 AND ${isStillKept} FOR UPDATE`;
const FIND = {
  sites: lockedIn('sites', IS_SITE_KEPT),
  deleted_sites: lockedIn('deleted_sites', isKept('$3')),
};

/** Locks a page of the caller, or a deleted one, that is still kept. @throws ServiceError SITE_STOPPED */
export async function lockOwnSite(
  manager: EntityManager,
  table: keyof typeof FIND,
  { id, caller, now }: { id: string; caller: AccountCaller; now: Date },
): Promise<OwnSite | undefined> {
  const [site] = await manager.query<OwnSite[]>(FIND[table], [id, caller.accountId, now]);
  if (site?.stoppedAt) throw stoppedForOwner();
  return site;
}
