import { type Caller, requireRole } from '@haru/contracts';
import { type DataSource, IsNull, Not } from 'typeorm';
import { Site } from '../../tables/pages/site.entity.js';
import { activeSiteTotal } from './active-site-total.js';

// Deleted pages count for the week in which they are kept.
const PER_HOUR = `
  SELECT date_trunc('hour', created_at, 'UTC') AS hour, count(*)::int AS count
  FROM (SELECT created_at FROM sites UNION ALL SELECT created_at FROM deleted_sites) AS published
  WHERE created_at >= date_trunc('hour', now(), 'UTC') - make_interval(hours => $1 - 1)
  GROUP BY hour ORDER BY hour`;

const OF_ACCOUNTS = `
  SELECT user_id AS "accountId", count(*)::int AS all, count(stopped_at)::int AS stopped,
         (count(*) FILTER (WHERE is_active AND expires_at > now()))::int AS live
  FROM sites WHERE user_id = ANY ($1) GROUP BY user_id`;

interface AccountTotals {
  accountId: string;
  live: number;
  stopped: number;
  all: number;
}

export async function countPublishesPerHour(dataSource: DataSource, hours: number, caller: Caller) {
  requireRole(caller, 'moderator');
  const rows = await dataSource.query<{ hour: Date; count: number }[]>(PER_HOUR, [hours]);
  const stopped = await dataSource.manager.countBy(Site, { stoppedAt: Not(IsNull()) });
  return {
    hours: rows.map(({ hour, count }) => ({ hour: hour.toISOString(), count })),
    totals: { live: await activeSiteTotal(dataSource, new Date()), stopped },
  };
}

/** Accounts without sites are included, with zeros. */
export async function countSitesOfAccounts(
  dataSource: DataSource,
  accountIds: readonly string[],
  caller: Caller,
): Promise<AccountTotals[]> {
  requireRole(caller, 'moderator');
  const rows = await dataSource.query<AccountTotals[]>(OF_ACCOUNTS, [accountIds]);
  const known = new Map(rows.map((row) => [row.accountId, row]));
  return accountIds.map((accountId) => known.get(accountId) ?? { accountId, live: 0, stopped: 0, all: 0 });
}
