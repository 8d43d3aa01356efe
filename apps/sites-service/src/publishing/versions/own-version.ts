import { type Caller, isOfEditKey, limits, ownsSite, ServiceError } from '@haru/contracts';
import { type DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { stoppedForOwner } from '../../sites/own-site.js';
import type { Site } from '../../tables/pages/site.entity.js';
import { PageVersion } from '../../tables/pages/versions.entity.js';

/**
 * Returns the number of the version that the caller's page shows.
 * @param lock prevents new versions until the end of the transaction
 */
export async function ownVersion(
  database: DataSource | EntityManager,
  id: string,
  caller: Caller,
  lock = '',
): Promise<number> {
  const [site] = await database.query<(Pick<Site, 'version'> & { owner: string; stopped: boolean; live: boolean })[]>(
    `SELECT version, user_id AS owner, stopped_at IS NOT NULL AS stopped,
       is_active AND expires_at > now() AS live
     FROM sites WHERE id = $1 ${lock}`,
    [id],
  );
  if (!site || !ownsSite(caller, { id, userId: site.owner })) throw new ServiceError('SITE_NOT_FOUND');
  if (site.stopped) throw stoppedForOwner();
  // An edit key ends with its page, and is back when the page is.
  if (!site.live && isOfEditKey(caller)) throw new ServiceError('SITE_NOT_FOUND');
  return site.version;
}

export const LOCKED = 'FOR NO KEY UPDATE';

/** @param number of the version that gets the label; a new one has none yet */
export async function requireFreeLabel(manager: EntityManager, siteId: string, number = 0): Promise<void> {
  const labelled = await manager.countBy(PageVersion, { siteId, number: Not(number), label: Not(IsNull()) });
  if (labelled >= limits.labelledVersionsMax) throw new ServiceError('TOO_MANY_LABELS');
}
