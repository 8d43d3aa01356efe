import {
  adminActed,
  adminActOf,
  isUuid,
  type RequestContext,
  type RequestOf,
  requireRole,
  ServiceError,
  type SiteOverview,
  type moderationMessages,
  type StopSource,
} from '@haru/contracts';
import { isDeletedAccount } from '@haru/database';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { publishSiteStateChanged } from '../sites/publish-site-state-changed.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { canBePath } from '../paths/site-path.js';
import { BannedAccount } from '../tables/accounts.entity.js';
import { StoppedPath } from '../tables/stopped-path.entity.js';
import { DELETED_OVERVIEW, OVERVIEW, overviewOf, type OverviewRow } from './site-overview.js';

type Request = RequestOf<typeof moderationMessages.stopSite>;
type Change = (manager: EntityManager, site: OverviewRow) => Promise<OverviewRow>;

const BY_ADMIN: StopSource = 'admin';

/** Stops and restores pages, each time with an entry in the audit log. */
@Injectable()
export class StopSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly changes: SiteCacheInvalidator,
  ) {}

  /** @throws ServiceError FORBIDDEN_ROLE, SITE_NOT_FOUND */
  stopSite(request: Request, context: RequestContext): Promise<SiteOverview> {
    return this.moderate('stopSite', request, context, async (manager, { id }) => {
      const [rows] = await manager.query<[OverviewRow[], number]>(
        `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = $2, stopped_source = $3
         WHERE id = $1 RETURNING ${OVERVIEW}`,
        [id, request.reason, BY_ADMIN],
      );
      return onlyRow(rows);
    });
  }

  /**
   * Where the owner deleted the stopped page, its path is free again.
   * @throws ServiceError FORBIDDEN_ROLE, SITE_NOT_FOUND, ACCOUNT_BANNED
   */
  restoreSite(request: Request, context: RequestContext): Promise<SiteOverview> {
    return this.moderate('restoreSite', request, context, async (manager, site) => {
      const freed = await manager.delete(StoppedPath, { id: site.id });
      if (freed.affected) return { ...site, stopped_at: null, stopped_reason: null, stopped_source: null };
      if (await manager.existsBy(BannedAccount, { userId: site.user_id })) throw new ServiceError('ACCOUNT_BANNED');
      const [rows] = await manager.query<[OverviewRow[], number]>(
        `UPDATE sites SET is_active = expires_at > now(), stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
         WHERE id = $1 RETURNING ${OVERVIEW}`,
        [site.id],
      );
      return onlyRow(rows);
    });
  }

  private async moderate(
    action: 'stopSite' | 'restoreSite',
    { site: ref, reason }: Request,
    context: RequestContext,
    change: Change,
  ): Promise<SiteOverview> {
    requireRole(context.caller, 'moderator');
    const after = await this.dataSource.transaction(async (manager) => {
      if (action === 'restoreSite') await awaitBanOfOwner(manager, ref);
      const before = (await lockedSite(manager, ref)) ?? (action === 'restoreSite' && (await keptPath(manager, ref)));
      if (!before) throw new ServiceError('SITE_NOT_FOUND');
      if (action === 'restoreSite' && before.stopped_at === null) return before;
      const changed = await change(manager, before);
      const act = adminActOf(context.caller, {
        action,
        subject: { kind: 'site', id: before.id },
        reason,
        details: { path: before.path, accountId: before.user_id },
      });
      await this.outbox.publish(manager, adminActed, act, { aggregateId: before.id, context });
      await publishSiteStateChanged(this.outbox, manager, [before.path], { aggregateId: before.id, context });
      return changed;
    });
    await this.changes.announce([after.path]);
    return overviewOf(after);
  }
}

/** A ban locks the account and then its sites, so the account is locked first here, too. No ban begins after that. */
async function awaitBanOfOwner(manager: EntityManager, ref: string): Promise<void> {
  if (!isUuid(ref) && !canBePath(ref)) return;
  const [site] = await manager.query<{ user_id: string }[]>(
    `SELECT user_id FROM sites WHERE ${isUuid(ref) ? 'id' : 'path'} = $1`,
    [ref],
  );
  // Called for the shared lock that it takes.
  if (site) await isDeletedAccount(manager, site.user_id);
}

/** By id or path; locked until the transaction ends. The lock lets a worker write the site's artifact meanwhile. */
async function lockedSite(manager: EntityManager, ref: string): Promise<OverviewRow | undefined> {
  if (!isUuid(ref) && !canBePath(ref)) return undefined;
  const [site] = await manager.query<OverviewRow[]>(
    `SELECT ${OVERVIEW} FROM sites WHERE ${isUuid(ref) ? 'id' : 'path'} = $1 FOR NO KEY UPDATE`,
    [ref],
  );
  return site;
}

/** What is kept of a deleted stopped page; by id or path, locked likewise. */
async function keptPath(manager: EntityManager, ref: string): Promise<OverviewRow | undefined> {
  if (!isUuid(ref) && !canBePath(ref)) return undefined;
  const [kept] = await manager.query<OverviewRow[]>(
    `SELECT ${DELETED_OVERVIEW} FROM stopped_paths WHERE ${isUuid(ref) ? 'id' : 'path'} = $1 FOR UPDATE`,
    [ref],
  );
  return kept;
}

function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a locked row is missing');
  return row;
}
