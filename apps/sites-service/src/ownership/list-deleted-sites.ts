import { type Caller, DAY_MS, type EndedSite, limits, purgeTime } from '@haru/contracts';
import { readPage } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SitePolicies } from '../sites/site-policies.js';
import { isKept } from '../tables/columns.js';

const PAGE_ROWS = 50;

// The end of a page is called `created_at` here, because the cursors of lists have that name.
const ENDED = `
  SELECT id, path, title, expires_at, deleted_at, deleted_at AS created_at FROM deleted_sites
  WHERE user_id = $1 AND stopped_at IS NULL AND ${isKept('$2')}
  UNION ALL
  SELECT id, path, title, expires_at, NULL, expires_at FROM sites
  WHERE user_id = $1 AND stopped_at IS NULL AND expires_at <= $2
    AND expires_at > $2::timestamptz - make_interval(days => ${limits.expiredKeptDays})`;

type EndedRow = Pick<EndedSite, 'id' | 'path' | 'title'> & { expires_at: Date; deleted_at: Date | null };

@Injectable()
export class ListDeletedSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
  ) {}

  /** Lists the caller's own pages that can be restored, the latest end first. */
  async listDeletedSites(
    after: string | undefined,
    caller: Caller,
  ): Promise<{ sites: EndedSite[]; next: string | null }> {
    if (caller.role !== 'authenticated') return { sites: [], next: null };
    this.policies.require('list', caller);
    const values = [caller.accountId, new Date()];
    const page = { after, limit: PAGE_ROWS };
    const { rows, next } = await readPage<EndedRow>(this.dataSource.manager, ENDED, values, page);
    return { sites: rows.map(endedSiteOf), next };
  }
}

function endedSiteOf({ id, path, title, deleted_at: deletedAt, expires_at: expiresAt }: EndedRow): EndedSite {
  const purgeAt = deletedAt ? new Date(deletedAt.getTime() + limits.deletedKeptDays * DAY_MS) : purgeTime(expiresAt);
  return {
    ...{ id, path, title },
    state: deletedAt ? 'deleted' : 'expired',
    deleted_at: deletedAt?.toISOString() ?? null,
    expires_at: expiresAt.toISOString(),
    purge_at: purgeAt.toISOString(),
  };
}
