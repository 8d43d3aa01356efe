import {
  type Caller,
  DAY_MS,
  expiryChange,
  isExpired,
  limits,
  type RequestContext,
  ServiceError,
  type SiteChanges,
  type SiteColumn,
} from '@haru/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { stoppedForOwner } from '../sites/own-site.js';
import { OwnOriginRule } from '../sites/own-origin-rule.js';
import { PagePasswords } from '../sites/page-passwords.js';
import { publishSiteStateChanged } from '../sites/publish-site-events.js';
import { setAccess } from '../sites/set-access.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { requireAnswerFits, requirePagesFit } from './answer-bounds.js';
import { isPathFree, lockPaths, reservePath } from '../sites/paths/path-claims.js';
import { ReservedPaths } from '../sites/paths/reserved-paths.js';
import {
  type Conditions,
  conditionsOf,
  IN_ORDER_TO_CHANGE,
  requireCount,
  type Row,
  selectionOf,
} from './site-conditions.js';
import { type ParsedChanges, parseChanges } from './parse-changes.js';
import { SitePolicies } from '../sites/site-policies.js';
import { RecheckEndedPages } from '../sites/checks/recheck-ended-pages.js';
import { StorageQuotas } from '../sites/quotas/storage-quotas.js';
import { selectAs, selectColumns, sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';
import type { VersionCheck } from '../tables/pages/version-check.js';

const READ = ['id', 'userId', 'path', 'bytes', 'expiresAt', 'isActive', 'stoppedAt'] as const;
type LockedSite = Pick<Site, (typeof READ)[number]>;

/** The checks of expired pages may take this part of the nine seconds for which a caller waits. */
const CHECKS_MS = 3_000;

@Injectable()
export class UpdateSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
    private readonly changes: SiteCacheInvalidator,
    private readonly quotas: StorageQuotas,
    private readonly reserved: ReservedPaths,
    private readonly endedPages: RecheckEndedPages,
    private readonly ownOrigins: OwnOriginRule,
    @Inject(PagePasswords) private readonly passwords: Pick<PagePasswords, 'hash'>,
  ) {}

  /** Changes the caller's own rows that match: all of them or, when refused, none. */
  async updateSites(request: SiteChanges, context: RequestContext) {
    const { caller } = context;
    const now = new Date();
    if (caller.role === 'anon') throw new ServiceError('42501', { status: 401 });
    const changes = parseChanges(request.changes);
    if (request.filters.length === 0) throw new ServiceError('21000');
    if (changes.path !== undefined) this.policies.require('changePath', caller);
    if (changes.plain.noindex !== undefined) this.policies.require('noindex', caller);
    const conditions = conditionsOf(request.filters, caller);
    const { columns: returning, rowOf } = selectionOf(request.returning ?? ['id'], request.single);
    const passwordHash = await this.passwords.hash(changes.password);
    const checks = changes.expires_at ? await this.checkEnded(conditions, request, context, now) : [];
    const { rows, total, paths } = await this.dataSource.transaction(async (manager) => {
      await requirePagesFit(manager, returning, conditions);
      // A worker that writes the site's artifact locks the row and its path; other columns may change concurrently. A
      // change of the path waits here, before it holds locks that others need.
      const lock = changes.path === undefined ? 'FOR NO KEY UPDATE' : 'FOR UPDATE';
      const locked = await manager.query<LockedSite[]>(
        `SELECT ${selectAs(sitesColumns, READ)}
         FROM sites WHERE ${conditions.where} ${IN_ORDER_TO_CHANGE} ${lock}`,
        conditions.values,
      );
      requireCount(locked.length, request);
      // A stopped page can only be deleted. With another path it would be shown again.
      if (locked.some(({ stoppedAt }) => stoppedAt)) throw stoppedForOwner();
      if (changes.expires_at) await this.requireQuota(manager, locked, changes, caller);
      if (changes.path !== undefined) await this.claimPath(manager, locked, changes.path, caller, now);
      const ids = new Set(locked.map(({ id }) => id));
      await this.endedPages.keep(manager, new Map([...checks].filter(([id]) => ids.has(id))));
      const written = await this.write(manager, locked, { ...changes, passwordHash }, caller, now, returning);
      const newPaths = changes.path === undefined || locked.length === 0 ? [] : [changes.path];
      const answered: Row[] = request.returning ? written.map(rowOf) : [];
      requireAnswerFits(answered);
      const touched = [...locked.map(({ path }) => path), ...newPaths];
      const aggregateId = locked[0]?.id ?? '';
      await publishSiteStateChanged(manager, touched, { aggregateId, context });
      return { rows: answered, total: written.length, paths: touched };
    });
    const isOfAccess = changes.visibility !== undefined || changes.access_key !== undefined;
    await (isOfAccess ? this.changes.announceAccess(paths) : this.changes.announce(paths));
    return { rows, total };
  }

  /** Checks expired pages that this change shows again, as `EndedSites` does, one by one, because a page may be large. */
  private async checkEnded(
    { where, values }: Conditions,
    { maxAffected }: SiteChanges,
    context: RequestContext,
    now: Date,
  ): Promise<Map<string, VersionCheck>> {
    const ended = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM sites
       WHERE ${where} AND stopped_at IS NULL AND NOT (is_active AND expires_at > $${values.length + 1}::timestamptz)
       ${IN_ORDER_TO_CHANGE}`,
      [...values, now],
    );
    requireCount(ended.length, { single: false, maxAffected });
    const until = performance.now() + CHECKS_MS;
    const checks = new Map<string, VersionCheck>();
    for (const { id } of ended) {
      if (performance.now() > until) {
        const message = 'The pages that had expired could not be checked in time: change fewer at a time';
        throw new ServiceError('SERVICE_BUSY', { message, retryAfterSeconds: 1 });
      }
      const check = await this.endedPages.check(id, now, context);
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
    const revived = locked.filter((site) => !site.isActive);
    if (revived.length === 0 || caller.role !== 'authenticated') return;
    // Publishing locks the path first and the account second, too.
    if (changes.path !== undefined) await lockPaths(manager, [...locked.map(({ path }) => path), changes.path]);
    const bytes = revived.reduce((sum, site) => sum + site.bytes, 0);
    await this.quotas.requireBytes(manager, caller, bytes);
  }

  /** A path belongs to one page, so several matching rows cannot all take it. */
  private async claimPath(
    manager: EntityManager,
    [site, ...others]: readonly LockedSite[],
    path: string,
    caller: Caller,
    now: Date,
  ): Promise<void> {
    if (!site || (others.length === 0 && site.path === path)) return;
    await this.reserved.requireFree(manager, path, caller);
    await lockPaths(manager, [site.path, path]);
    if (others.length > 0 || !(await isPathFree(manager, path, site.userId, now))) {
      throw new ServiceError('PATH_TAKEN', {
        faults: [{ field: '', message: `Key (path)=(${path}) already exists.` }],
      });
    }
    await reservePath(manager, site.path, site.userId, new Date(now.getTime() + limits.pathReservedDays * DAY_MS));
  }

  private async write(
    manager: EntityManager,
    locked: readonly LockedSite[],
    changes: ParsedChanges & { passwordHash: string | null },
    caller: Caller,
    now: Date,
    returning: readonly SiteColumn[],
  ): Promise<Record<string, unknown>[]> {
    const { plain, path, expires_at: requested, last_modified = now, visibility, access_key, ...others } = changes;
    const { password: _, passwordHash, ...unwritten } = others;
    unwritten satisfies Record<string, never>;
    const assigned = Object.keys(plain).map((name, index) => `${name} = $${index + 9},`);
    const expiries = locked.map((site) => requested && this.allowedExpiry(site, requested, caller, now));
    return manager.query<Record<string, unknown>[]>(
      `WITH written AS (
         UPDATE sites SET path = coalesce($3, path), ${assigned.join(' ')}
           is_active = is_active OR expiry IS NOT NULL, expires_at = coalesce(expiry, expires_at), last_modified = $4,
           had_own_origin = had_own_origin OR ($5 AND coalesce($6, visibility) <> 'public'),
           ${setAccess({ visibility: '$6', passwordHash: '$7', hasNewKey: '$8' })}
         FROM unnest($1::uuid[], $2::timestamptz[]) AS given (site_id, expiry)
         WHERE id = site_id RETURNING ${selectColumns([...new Set<SiteColumn>(['id', ...returning])], caller)})
       SELECT * FROM written ORDER BY id`,
      [
        locked.map(({ id }) => id),
        expiries,
        path ?? null,
        last_modified,
        this.ownOrigins.areConfigured,
        visibility ?? null,
        passwordHash,
        access_key === null,
        ...Object.values(plain),
      ],
    );
  }

  private allowedExpiry(site: LockedSite, requested: Date, caller: Caller, now: Date): Date {
    const change = expiryChange(site.expiresAt, requested, now);
    if (!change || isExpired(change.expiresAt, now)) throw new ServiceError('EXPIRY_NOT_ALLOWED');
    this.policies.require(change.kind, caller);
    return change.expiresAt;
  }
}
