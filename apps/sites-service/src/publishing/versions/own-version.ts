import { type Caller, ServiceError } from '@haru/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { stoppedForOwner } from '../../sites/own-site.js';
import type { Site } from '../../tables/pages/site.entity.js';

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
  const [site] = await database.query<(Pick<Site, 'version'> & { owner: string; stopped: boolean })[]>(
    `SELECT version, user_id AS owner, stopped_at IS NOT NULL AS stopped
     FROM sites WHERE id = $1 ${lock}`,
    [id],
  );
  if (!site || caller.role !== 'authenticated' || site.owner !== caller.accountId) {
    throw new ServiceError('SITE_NOT_FOUND');
  }
  if (site.stopped) throw stoppedForOwner();
  return site.version;
}

export const LOCKED = 'FOR NO KEY UPDATE';
