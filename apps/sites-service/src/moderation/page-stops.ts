import { type RequestContext, ServiceError, type StopSource } from '@haru/contracts';
import { isDeletedAccount, onlyRow } from '@haru/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockPaths } from '../sites/paths/path-claims.js';
import { changeSites, publishAct, publishSiteStateChanged } from '../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { isAnyAccountBanned } from '../sites/pages-of-accounts.js';
import { stoppedPathsColumns } from '../tables/columns.js';
import { DeletedSite, StoppedPath } from '../tables/pages/site.entity.js';
import { DELETED_OVERVIEW, OVERVIEW, type OverviewRow } from './site-overview.js';

const BY_ADMIN: StopSource = 'admin';
const NOT_STOPPED = { stoppedAt: null, stoppedReason: null, stoppedSource: null };
const STOPPED_COLUMNS = Object.values(stoppedPathsColumns)
  .map(({ name }) => name)
  .join(', ');

const STOP = `
  UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = $2, stopped_source = $3
  WHERE id = $1 RETURNING ${OVERVIEW}`;

const END_REVIEW = `
  WITH dismissed AS (
    UPDATE page_versions SET check_result = check_result || '{"isDismissed": true}' FROM sites
    WHERE sites.id = $1 AND site_id = sites.id AND number = sites.version AND check_result IS NOT NULL)
  UPDATE sites SET under_review = false WHERE id = $1 AND under_review RETURNING path`;

interface PageStop {
  siteId: string;
  reason: string;
  /** The audit log then names no person. */
  byClock?: boolean;
}

/**
 * Stops and restores pages in the transaction of a caller that has checked who may do it, with an entry in the audit log.
 * After the commit the caller announces the path.
 */
@Injectable()
export class PageStops {
  constructor(private readonly changes: SiteCacheInvalidator) {}

  async stop(manager: EntityManager, request: PageStop, context: RequestContext): Promise<OverviewRow> {
    const before = await lockedPage(manager, request.siteId, ['sites', 'deletedSites']);
    const [rows] = await manager.query<[OverviewRow[], number]>(STOP, [before.id, request.reason, BY_ADMIN]);
    const stopped = rows[0] ?? (await stopDeleted(manager, before.id, request.reason));
    await publishStop(manager, 'stopSite', before, request, context);
    return stopped;
  }

  /** If the owner deleted the stopped page, they own its path again and may restore the page within its week. */
  async restore(manager: EntityManager, request: PageStop, context: RequestContext): Promise<OverviewRow> {
    await awaitBanOfOwner(manager, request.siteId);
    const before = await lockedPage(manager, request.siteId, ['sites', 'stoppedPaths', 'deletedSites']);
    if (before.stopped_at === null) return before;
    const restored = await restore(manager, before);
    await publishStop(manager, 'restoreSite', before, request, context);
    return restored;
  }

  /**
   * Ends the notice to visitors; later rechecks of this version change nothing.
   * @returns the path of the page, if it changed
   */
  async endReview(manager: EntityManager, siteId: string, context: RequestContext): Promise<string | undefined> {
    const [path] = await changeSites(manager, [END_REVIEW, siteId], { aggregateId: siteId, context });
    return path;
  }

  announce(path: string): Promise<void> {
    return this.changes.announce([path]);
  }
}

async function publishStop(
  manager: EntityManager,
  action: 'stopSite' | 'restoreSite',
  { id, path, user_id: accountId }: OverviewRow,
  { reason, byClock }: PageStop,
  context: RequestContext,
): Promise<void> {
  const act = { action, subject: { kind: 'site', id }, reason, details: { path, accountId } } as const;
  await publishAct(manager, { ...act, ...(byClock ? { actor: { kind: 'system' } } : {}) }, context);
  await publishSiteStateChanged(manager, [path], { aggregateId: id, context });
}

async function restore(manager: EntityManager, site: OverviewRow): Promise<OverviewRow> {
  const freed = await manager.delete(StoppedPath, { id: site.id });
  const kept = await manager.update(DeletedSite, { id: site.id }, NOT_STOPPED);
  if (freed.affected || kept.affected) return { ...site, stopped_at: null, stopped_reason: null, stopped_source: null };
  if (await isAnyAccountBanned(manager, [site.user_id])) throw new ServiceError('ACCOUNT_BANNED');
  const [rows] = await manager.query<[OverviewRow[], number]>(
    `UPDATE sites SET is_active = expires_at > now(), stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
     WHERE id = $1 RETURNING ${OVERVIEW}`,
    [site.id],
  );
  return onlyRow(rows);
}

/** A ban locks the account and then its sites, so the account is locked first here, too. No ban begins after that. */
async function awaitBanOfOwner(manager: EntityManager, siteId: string): Promise<void> {
  const [site] = await manager.query<{ user_id: string }[]>('SELECT user_id FROM sites WHERE id = $1', [siteId]);
  // This call takes the shared lock of the account.
  if (site) await isDeletedAccount(manager, site.user_id);
}

const FOUND_IN = {
  // A worker may still write the artifact of the site.
  sites: `SELECT ${OVERVIEW} FROM sites WHERE id = $1 FOR NO KEY UPDATE`,
  /** The kept paths of deleted stopped pages. */
  stoppedPaths: `SELECT ${DELETED_OVERVIEW} FROM stopped_paths WHERE id = $1 FOR UPDATE`,
  deletedSites: `SELECT ${DELETED_OVERVIEW} FROM deleted_sites WHERE id = $1 FOR UPDATE`,
};

/** Finds a page in the first of the tables that has it. @throws ServiceError SITE_NOT_FOUND */
async function lockedPage(
  manager: EntityManager,
  siteId: string,
  tables: readonly (keyof typeof FOUND_IN)[],
): Promise<OverviewRow> {
  // While a lock is waited for, the owner may restore the page, which is then in an earlier table.
  for (const table of [...tables, ...tables]) {
    const [page] = await manager.query<OverviewRow[]>(FOUND_IN[table], [siteId]);
    if (page) return page;
  }
  throw new ServiceError('SITE_NOT_FOUND');
}

/** Stops a deleted page: nobody can restore it or take its path, unless the owner published there again. */
async function stopDeleted(manager: EntityManager, id: string, reason: string): Promise<OverviewRow> {
  const [rows] = await manager.query<[OverviewRow[], number]>(
    `UPDATE deleted_sites SET stopped_at = now(), stopped_reason = $2, stopped_source = $3
     WHERE id = $1 RETURNING ${DELETED_OVERVIEW}`,
    [id, reason, BY_ADMIN],
  );
  const stopped = onlyRow(rows);
  await lockPaths(manager, [stopped.path]);
  await manager.query(
    `INSERT INTO stopped_paths (${STOPPED_COLUMNS}) SELECT ${STOPPED_COLUMNS} FROM deleted_sites AS deleted
     WHERE id = $1 AND NOT EXISTS (SELECT FROM sites WHERE sites.path = deleted.path)
     ON CONFLICT (path) DO NOTHING`,
    [id],
  );
  return stopped;
}
