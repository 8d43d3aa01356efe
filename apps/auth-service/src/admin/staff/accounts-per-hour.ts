import type { ReplyOf, staffMessages } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

type Hours = ReplyOf<typeof staffMessages.countAccountsPerHour>['hours'];

/** Counts registered accounts by the hour of their creation and mails by the hour in which they were settled. */
export async function countAccountsPerHour(manager: Pick<EntityManager, 'query'>, hours: number): Promise<Hours> {
  const rows = await manager.query<{ hour: Date; sign_ups: number; sent: number; failed: number }[]>(
    `WITH since AS (SELECT date_trunc('hour', now(), 'UTC') - make_interval(hours => $1 - 1) AS at),
     happened AS (
       SELECT created_at AS at, 'sign-up' AS what FROM users, since WHERE created_at >= since.at AND NOT is_anonymous
       UNION ALL
       SELECT settled_at, outcome FROM mail_requests, since WHERE settled_at >= since.at
     )
     SELECT date_trunc('hour', at, 'UTC') AS hour,
       count(*) FILTER (WHERE what = 'sign-up')::int AS sign_ups,
       count(*) FILTER (WHERE what = 'sent')::int AS sent,
       count(*) FILTER (WHERE what IN ('refused', 'failed'))::int AS failed
     FROM happened GROUP BY 1 ORDER BY 1`,
    [hours],
  );
  return rows.map((row) => ({
    hour: row.hour.toISOString(),
    signUps: row.sign_ups,
    mailsSent: row.sent,
    mailsFailed: row.failed,
  }));
}
