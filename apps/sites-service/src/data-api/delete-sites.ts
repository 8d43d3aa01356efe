import { type RequestContext, ServiceError, type SiteFilters } from '@haru/contracts';
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
      return { rows: request.returning ? answered : [], total: deleted.length, paths: deleted.map(({ path }) => path) };
    });
    await this.changes.announce(paths);
    return { rows, total };
  }
}
