import { type RequestContext, siteUpdated } from '@haru/contracts';
import { GroupCommit, isRefusedByDatabase, onlyRow } from '@haru/database';
import { type EventDraft, Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ClaimedKey } from '../contents/version-rows.js';
import { PageGroups } from '../contents/page-groups.js';
import { findUpdatedRows, type SiteUpdate, type UpdatedRow, updatedSites, type UpdateOutcome } from './update-rows.js';

const NOT_MADE: UpdateOutcome = { isMade: false, isOverQuota: false };

interface UpdateWrite {
  update: SiteUpdate;
  once: ClaimedKey | undefined;
  context: RequestContext;
}

/** Reads sites and writes their new contents with their events. Concurrent updates without a key share a statement. */
@Injectable()
export class UpdateWriter {
  private readonly reads: GroupCommit<string, UpdatedRow | undefined>;
  private readonly groups = new PageGroups<UpdateWrite, UpdateOutcome>(
    ({ update }) => update.page.bytes,
    (writes) => this.writeAll(writes),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {
    this.reads = new GroupCommit({
      commit: (ids) => findUpdatedRows(dataSource, ids),
      isRefusal: isRefusedByDatabase,
      concurrency: 1,
    });
  }

  find(id: string): Promise<UpdatedRow | undefined> {
    return this.reads.add(id);
  }

  async write(write: UpdateWrite): Promise<UpdateOutcome> {
    if (write.once) return onlyRow(await this.publish([write], write.once));
    const outcome = await this.groups.add(write);
    // Pages of one account are refused together, so this one is tried alone.
    return outcome.isOverQuota ? onlyRow(await this.writeAll([write])) : outcome;
  }

  /** Several updates of one site cannot share a statement, because only the first is based on what was read. */
  private async writeAll(writes: readonly UpdateWrite[]): Promise<UpdateOutcome[]> {
    const first = new Map(writes.toReversed().map((write) => [write.update.site.id, write]));
    const rows = await this.publish([...first.values()]);
    const outcomes = new Map(rows.map((row) => [first.get(row.id), row]));
    return writes.map((write) => outcomes.get(write) ?? NOT_MADE);
  }

  private publish(writes: readonly UpdateWrite[], once?: ClaimedKey) {
    const change = updatedSites(
      writes.map(({ update }) => update),
      once,
    );
    return this.outbox.publishWith<UpdateOutcome & { id: string }, typeof siteUpdated>(
      this.dataSource,
      change,
      siteUpdated,
      writes.map(eventOf),
    );
  }
}

function eventOf({ update: { site, page }, context }: UpdateWrite): EventDraft<typeof siteUpdated> {
  const { id: siteId, path, storagePath: formerStoragePath } = site;
  return {
    payload: { siteId, path, storagePath: page.storagePath, formerStoragePath },
    // The worker reads the present page, so updates of a page need no order and wait for no earlier one.
    aggregateId: page.storagePath,
    context,
  };
}
