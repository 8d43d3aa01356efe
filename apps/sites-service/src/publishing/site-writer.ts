import { sitePublished, type RequestContext } from '@haru/contracts';
import { isPostgresError, onlyRow } from '@haru/database';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type NewSite, newSites, type SiteOutcome } from './new-site-rows.js';
import type { ClaimedKey } from './contents/version-rows.js';
import { PageGroups } from './contents/page-groups.js';
import { foldAccountStorage } from '../sites/quotas/account-storage.js';
import { lockPaths } from '../sites/paths/path-claims.js';

interface SiteWrite {
  site: NewSite;
  once: ClaimedKey | undefined;
  isPathChosen: boolean;
  context: RequestContext;
}

/** Writes new sites with their events. Concurrent ones with neither a key nor a custom path share a statement. */
@Injectable()
export class SiteWriter {
  private readonly groups = new PageGroups<SiteWrite, SiteOutcome>(
    ({ site }) => site.bytes,
    (writes) => this.writeAll(this.dataSource, writes),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  async write(write: SiteWrite): Promise<SiteOutcome> {
    const outcome = await this.tryToWrite(write, write.once !== undefined);
    if (!outcome.isOverQuota) return outcome;
    // Recent deletions may not be counted yet, and pages of one account are refused together.
    await foldAccountStorage(this.dataSource, write.site.userId);
    return this.tryToWrite(write, true);
  }

  private async tryToWrite(write: SiteWrite, isAlone: boolean): Promise<SiteOutcome> {
    try {
      if (write.isPathChosen) return await this.writeOnChosenPath(write);
      return await (isAlone ? this.writeAlone(this.dataSource, write) : this.groups.add(write));
    } catch (error) {
      if (isPostgresError(error, 'uniqueViolation', 'sites_path_key'))
        return { isMade: false, isKeyUsed: false, isOverQuota: false };
      throw error;
    }
  }

  /** A concurrent transaction may be about to free such a path. */
  private writeOnChosenPath(write: SiteWrite): Promise<SiteOutcome> {
    return this.dataSource.transaction(async (manager) => {
      await lockPaths(manager, [write.site.path]);
      return this.writeAlone(manager, write);
    });
  }

  private async writeAlone(database: DataSource | EntityManager, write: SiteWrite): Promise<SiteOutcome> {
    return onlyRow(await this.writeAll(database, [write], write.once));
  }

  private async writeAll(database: DataSource | EntityManager, writes: readonly SiteWrite[], once?: ClaimedKey) {
    const change = newSites(
      writes.map(({ site }) => site),
      once,
    );
    const rows = await this.outbox.publishWith<SiteOutcome & { id: string }, typeof sitePublished>(
      database,
      change,
      sitePublished,
      writes.map(({ site, context }) => ({ payload: { siteId: site.id }, aggregateId: site.id, context })),
    );
    return writes.map(({ site }) => onlyRow(rows.filter(({ id }) => id === site.id)));
  }
}
