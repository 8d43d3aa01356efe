import { type Caller, type ReplyOf, requireRole, type siteNumberMessages } from '@haru/contracts';
import { advisoryLocks, onlyRow } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource, IsNull, Not } from 'typeorm';
import { isoTime } from '../../tables/columns.js';
import { Site } from '../../tables/pages/site.entity.js';

// Expired sites stay marked active until the next sweep, so they are subtracted here.
const COUNT = `
  SELECT ((SELECT total FROM active_site_total)
        + (SELECT coalesce(sum(delta), 0) FROM active_site_deltas)
        - (SELECT count(*) FROM sites WHERE is_active AND expires_at <= $1))::int AS count`;

/** Counts the sites that are live at `now`. The cost grows with the changes since the last fold, not with all sites. */
export async function activeSiteTotal(dataSource: DataSource, now: Date): Promise<number> {
  return Math.max(0, onlyRow(await dataSource.query<{ count: number }[]>(COUNT, [now])).count);
}

export async function foldActiveSites(dataSource: DataSource): Promise<void> {
  await changeTotal(
    dataSource,
    `WITH folded AS (DELETE FROM active_site_deltas RETURNING delta)
     UPDATE active_site_total SET total = total + (SELECT coalesce(sum(delta), 0) FROM folded)`,
  );
}

/** Counts the rows. One statement has one snapshot, so later commits leave differences of their own. */
export async function recountActiveSites(dataSource: DataSource): Promise<void> {
  await changeTotal(
    dataSource,
    `WITH counted AS (DELETE FROM active_site_deltas)
     UPDATE active_site_total SET total = (SELECT count(*) FROM sites WHERE is_active)`,
  );
}

/**
 * Changes run one at a time, each with a snapshot from after the one before. A recount with a snapshot from before a
 * fold would lose what that fold added, and the two could deadlock.
 */
async function changeTotal(dataSource: DataSource, sql: string): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('active_site_total', $1))`, [
      advisoryLocks.total,
    ]);
    await manager.query(sql);
  });
}

/** Browsers ask every 30 s, so a count of this age is recent enough. */
const FRESH_MS = 2_000;

@Injectable()
export class CountActiveSites {
  private readonly known: LRUCache<'total', number>;

  constructor(dataSource: DataSource) {
    const fetchMethod = () => activeSiteTotal(dataSource, new Date());
    this.known = new LRUCache({ max: 1, ttl: FRESH_MS, fetchMethod });
  }

  /** Counts the live sites of all accounts, at most every two seconds in this process. */
  countActiveSites(): Promise<number> {
    return this.known.forceFetch('total');
  }
}

// Deleted pages count for the week in which they are kept.
const PER_HOUR = `
  SELECT ${isoTime(`date_trunc('hour', created_at, 'UTC')`)} AS hour, count(*)::int AS count
  FROM (SELECT created_at FROM sites UNION ALL SELECT created_at FROM deleted_sites) AS published
  WHERE created_at >= date_trunc('hour', now(), 'UTC') - make_interval(hours => $1 - 1)
  GROUP BY hour ORDER BY hour`;

const OF_ACCOUNTS = `
  SELECT given.id AS "accountId", count(sites.id)::int AS all, count(stopped_at)::int AS stopped,
         (count(*) FILTER (WHERE is_active AND expires_at > now()))::int AS live
  FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place) LEFT JOIN sites ON user_id = given.id
  GROUP BY given.id, place ORDER BY place`;

type AccountTotals = ReplyOf<typeof siteNumberMessages.countSitesOfAccounts>['accounts'];

export async function countPublishesPerHour(dataSource: DataSource, hours: number, caller: Caller) {
  requireRole(caller, 'moderator');
  const stopped = await dataSource.manager.countBy(Site, { stoppedAt: Not(IsNull()) });
  return {
    hours: await dataSource.query<{ hour: string; count: number }[]>(PER_HOUR, [hours]),
    totals: { live: await activeSiteTotal(dataSource, new Date()), stopped },
  };
}

/** Accounts without sites are included, with zeros. */
export function countSitesOfAccounts(dataSource: DataSource, accountIds: readonly string[], caller: Caller) {
  requireRole(caller, 'moderator');
  return dataSource.query<AccountTotals>(OF_ACCOUNTS, [accountIds]);
}
