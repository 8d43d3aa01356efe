import {
  type Caller,
  expiryChange,
  isExpired,
  type RequestContext,
  ServiceError,
  type SiteColumn,
  siteColumns,
  type SiteChanges,
  writableSiteColumns,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { stoppedForOwner } from '../sites/own-site.js';
import { publishSiteStateChanged } from '../sites/publish-site-state-changed.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { requireAnswerFits, requirePagesFit } from './answer-bounds.js';
import { isReservedForOther, lockPaths, reservePath } from '../paths/path-claims.js';
import { ReservedPaths } from '../paths/reserved-paths.js';
import { type Conditions, conditionsOf, requireCount, type Row, selectionOf, timeOf } from './site-conditions.js';
import { canBePath } from '../paths/site-path.js';
import { SitePolicies } from '../sites/site-policies.js';
import { EndedPages } from '../page-check/ended-pages.js';
import { StorageQuotas } from '../quotas/storage-quotas.js';
import { PAGE_BYTES, selectAs, selectColumns, sitesTable } from '../tables/columns.js';
import { Site } from '../tables/pages/site.entity.js';
import type { VersionCheck } from '../tables/pages/version-check.js';

const READ = ['id', 'userId', 'path', 'expiresAt', 'isActive', 'stoppedAt'] as const;
type LockedSite = Pick<Site, (typeof READ)[number]> & { bytes: number };

/** What to write, as values of their types. */
interface ParsedChanges {
  path?: string;
  noindex?: boolean;
  expires_at?: Date;
  last_modified?: Date;
}

@Injectable()
export class UpdateSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly policies: SitePolicies,
    private readonly changes: SiteCacheInvalidator,
    private readonly quotas: StorageQuotas,
    private readonly reserved: ReservedPaths,
    private readonly endedPages: EndedPages,
  ) {}

  /**
   * Changes the caller's own rows that match: all of them or, when refused, none.
   * @param now the time against which lifetimes are checked
   * @throws ServiceError with the codes of the contract
   */
  async updateSites(request: SiteChanges, context: RequestContext, now = new Date()) {
    const { caller } = context;
    if (caller.role === 'anon') throw new ServiceError('42501', { status: 401 });
    const changes = parseChanges(request.changes);
    if (request.filters.length === 0) throw new ServiceError('21000');
    this.requireActions(changes, caller);
    const conditions = conditionsOf(request.filters, caller);
    const { columns: returning, rowOf } = selectionOf(request.returning ?? ['id'], request.single);
    const checks = changes.expires_at ? await this.checkEnded(conditions, now) : undefined;
    const { rows, total, paths } = await this.dataSource.transaction(async (manager) => {
      await requirePagesFit(manager, returning, conditions);
      // A worker that writes the site's artifact locks the row and its path; other columns may change meanwhile. A change
      // of the path waits here, before it holds locks that others need.
      const lock = changes.path === undefined ? 'FOR NO KEY UPDATE' : 'FOR UPDATE';
      const locked = await manager.query<LockedSite[]>(
        `SELECT ${selectAs(sitesTable, READ)}, ${PAGE_BYTES} AS bytes
         FROM sites WHERE ${conditions.where} ORDER BY id ${lock}`,
        conditions.values,
      );
      requireCount(locked.length, request);
      if (changes.expires_at) await this.requireQuota(manager, locked, changes, caller);
      const written: Record<string, unknown>[] = [];
      for (const site of locked) {
        const check = checks?.get(site.id);
        if (check) await this.endedPages.keep(manager, site.id, check);
        written.push(...(await this.write(manager, site, changes, caller, now, returning)));
      }
      const newPaths = changes.path === undefined || locked.length === 0 ? [] : [changes.path];
      const answered: Row[] = request.returning ? written.map(rowOf) : [];
      requireAnswerFits(answered);
      const touched = [...locked.map(({ path }) => path), ...newPaths];
      const aggregateId = locked[0]?.id ?? '';
      await publishSiteStateChanged(this.outbox, manager, touched, { aggregateId, context });
      return { rows: answered, total: written.length, paths: touched };
    });
    await this.changes.announce(paths);
    return { rows, total };
  }

  /** Pages that had expired are shown again. One by one, because a page may be large. @throws ServiceError PAGE_REFUSED */
  private async checkEnded({ where, values }: Conditions, now: Date): Promise<Map<string, VersionCheck>> {
    const ended = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM sites
       WHERE ${where} AND stopped_at IS NULL AND NOT (is_active AND expires_at > $${values.length + 1}::timestamptz)`,
      [...values, now],
    );
    const checks = new Map<string, VersionCheck>();
    for (const { id } of ended) {
      const check = await this.endedPages.check(id, now);
      if (check) checks.set(id, check);
    }
    return checks;
  }

  /** A page that had expired is live again and counts towards the quota. */
  private async requireQuota(
    manager: EntityManager,
    locked: readonly LockedSite[],
    changes: ParsedChanges,
    caller: Caller,
  ): Promise<void> {
    const revived = locked.filter((site) => !site.isActive && !site.stoppedAt);
    if (revived.length === 0 || caller.role !== 'authenticated') return;
    // Publishing locks the path first and the account second, too.
    if (changes.path !== undefined) await lockPaths(manager, [...locked.map(({ path }) => path), changes.path]);
    const bytes = revived.reduce((sum, site) => sum + site.bytes, 0);
    await this.quotas.requireBytes(manager, caller, bytes);
  }

  private requireActions(changes: ParsedChanges, caller: Caller): void {
    if (changes.path !== undefined) this.policies.require('changePath', caller);
    if (changes.noindex !== undefined) this.policies.require('noindex', caller);
  }

  private async write(
    manager: EntityManager,
    site: LockedSite,
    changes: ParsedChanges,
    caller: Caller,
    now: Date,
    returning: readonly SiteColumn[],
  ): Promise<Record<string, unknown>[]> {
    // A stopped page can only be deleted. With another path it would be shown again.
    if (site.stoppedAt) throw stoppedForOwner();
    if (changes.path !== undefined && changes.path !== site.path) {
      this.reserved.requireFree(changes.path);
      await claimPath(manager, site, changes.path, now);
    }
    const expiresAt = changes.expires_at && this.allowedExpiry(site, changes.expires_at, caller, now);
    const written = await manager.query<[Record<string, unknown>[], number]>(
      `UPDATE sites SET path = coalesce($2, path), noindex = coalesce($3, noindex),
         is_active = is_active OR $4::timestamptz IS NOT NULL, expires_at = coalesce($4, expires_at), last_modified = $5
       WHERE id = $1 RETURNING ${selectColumns(returning, caller)}`,
      [site.id, changes.path ?? null, changes.noindex ?? null, expiresAt ?? null, changes.last_modified ?? now],
    );
    return written[0];
  }

  private allowedExpiry(site: LockedSite, requested: Date, caller: Caller, now: Date): Date {
    const change = expiryChange(site.expiresAt, requested, now);
    if (!change || isExpired(change.expiresAt, now)) throw new ServiceError('EXPIRY_NOT_ALLOWED');
    this.policies.require(change.kind, caller);
    return change.expiresAt;
  }
}

/** The new path becomes the site's, the old one stays reserved for the owner. */
async function claimPath(manager: EntityManager, site: LockedSite, path: string, now: Date): Promise<void> {
  await lockPaths(manager, [site.path, path]);
  if ((await manager.existsBy(Site, { path })) || (await isReservedForOther(manager, path, site.userId, now))) {
    throw new ServiceError('PATH_TAKEN', { faults: [{ field: '', message: `Key (path)=(${path}) already exists.` }] });
  }
  await reservePath(manager, site.path, site.userId, now);
}

const writable: ReadonlySet<string> = new Set(writableSiteColumns);

function parseChanges(given: Record<string, unknown>): ParsedChanges {
  const names = Object.keys(given);
  const unknown = names.find((name) => !Object.hasOwn(siteColumns, name));
  if (unknown !== undefined) {
    throw new ServiceError('PGRST204', {
      message: `Could not find the '${unknown}' column of 'sites' in the schema cache`,
    });
  }
  if (names.some((name) => !writable.has(name))) throw new ServiceError('42501');
  const { path, noindex } = given;
  if (path !== undefined && (typeof path !== 'string' || !canBePath(path))) throw new ServiceError('PATH_INVALID');
  if (noindex !== undefined && typeof noindex !== 'boolean') {
    throw new ServiceError('22P02', { message: 'invalid input syntax for type boolean' });
  }
  return {
    path,
    noindex,
    expires_at: given['expires_at'] === undefined ? undefined : timeOf(given['expires_at']),
    last_modified: given['last_modified'] === undefined ? undefined : timeOf(given['last_modified']),
  };
}
