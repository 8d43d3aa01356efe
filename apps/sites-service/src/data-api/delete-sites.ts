import { artifactsDiscarded, type RequestContext, ServiceError, type SiteFilters } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { publishSiteDeleted } from '../sites/publish-site-events.js';
import { StorageQuotas } from '../sites/quotas/storage-quotas.js';
import { boundDeletedBytes, deleteAndKeep } from '../sites/deleted-rows.js';
import { requireAnswerFits, requirePagesFit } from './answer-bounds.js';
import { conditionsOf, IN_ORDER_TO_CHANGE, requireCount, selectionOf } from './site-conditions.js';
import { SitePolicies } from '../sites/site-policies.js';
import { selectColumns, type SiteRow } from '../tables/columns.js';

type DeletedRow = Pick<SiteRow, 'id' | 'path' | 'storage_path'>;

@Injectable()
export class DeleteSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly policies: SitePolicies,
    private readonly changes: SiteCacheInvalidator,
    private readonly quotas: StorageQuotas,
  ) {}

  /** Deletes the caller's own rows that match; events remove their artifacts. The pages can be restored for a week. */
  async deleteSites(request: SiteFilters, context: RequestContext) {
    const { caller } = context;
    if (caller.role === 'anon') throw new ServiceError('42501', { status: 401 });
    if (request.filters.length === 0) throw new ServiceError('21000');
    this.policies.require('delete', caller);
    const conditions = conditionsOf(request.filters, caller);
    const { columns: returning, rowOf } = selectionOf(request.returning ?? [], request.single);
    const { rows, total, paths } = await this.dataSource.transaction(async (manager) => {
      await requirePagesFit(manager, returning, conditions);
      const locked = await manager.query<{ id: string; path: string; user_id: string }[]>(
        `SELECT id, path, user_id FROM sites WHERE ${conditions.where} ${IN_ORDER_TO_CHANGE} FOR UPDATE`,
        conditions.values,
      );
      requireCount(locked.length, request);
      const columns = [...new Set([...returning, 'id', 'path', 'storage_path'])];
      const deleted = await deleteAndKeep<Record<string, unknown> & DeletedRow>(
        manager,
        locked,
        selectColumns(columns, caller),
      );
      for (const owner of new Set(locked.map(({ user_id: id }) => id))) {
        await boundDeletedBytes(manager, owner, this.quotas.maxDeletedBytesOf(caller));
      }
      const answered = deleted.map(rowOf);
      requireAnswerFits(answered);
      const sites = deleted.map((row) => ({ id: row.id, path: row.path, storagePath: row.storage_path }));
      await publishSiteDeleted(manager, sites, context);
      const gone = deleted.map(({ path }) => path);
      return { rows: request.returning ? answered : [], total: deleted.length, paths: gone };
    });
    await this.changes.announce(paths);
    return { rows, total };
  }

  /**
   * Requests the removal of artifacts of the caller's own sites; exact names only. Viewers get the pages of these sites
   * from the database until their artifacts are written again.
   * @returns the caller's names that were not removed before
   */
  async removeArtifacts(storagePaths: string[], context: RequestContext): Promise<string[]> {
    if (context.caller.role !== 'anon') this.policies.require('delete', context.caller);
    const filter = { column: 'storage_path', operator: 'in', values: storagePaths } as const;
    const { where, values } = conditionsOf([filter], context.caller);
    return this.dataSource.transaction(async (manager) => {
      const rows = await manager.query<{ id: string; storage_path: string }[]>(
        `SELECT id, storage_path FROM sites WHERE ${where} AND artifact_removed_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
        values,
      );
      await manager.query('UPDATE sites SET artifact_removed_at = now() WHERE id = ANY($1::uuid[])', [
        rows.map(({ id }) => id),
      ]);
      // Sites with the same content share an artifact.
      const removed = [...new Set(rows.map((row) => row.storage_path))];
      const [first] = rows;
      if (first) {
        const options = { aggregateId: first.id, context };
        await this.outbox.publish(manager, artifactsDiscarded, { storagePaths: removed }, options);
      }
      return removed;
    });
  }
}
