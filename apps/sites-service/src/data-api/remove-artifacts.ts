import { artifactsDiscarded, type RequestContext } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { conditionsOf } from './site-conditions.js';
import { SitePolicies } from '../sites/site-policies.js';

@Injectable()
export class RemoveArtifacts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly policies: SitePolicies,
  ) {}

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
