import { limits, type ReplyOf, type RequestOf, type siteInternalMessages } from '@haru/contracts';
import { requirePageCursor } from '@haru/database';
import type { DataSource } from 'typeorm';
import { FIRST_ID } from '../sites/in-batches.js';
import { isKept, isoTime } from '../tables/columns.js';

type Payload = RequestOf<typeof siteInternalMessages.findExpiringSites>;
type Reply = ReplyOf<typeof siteInternalMessages.findExpiringSites>;

const BATCH = 500;
const MAX_NAMED = 5;

// Most pages belong to temporary accounts, which have no address to write to.
const EXPIRES = `is_active AND NOT owner_unconfirmed AND EXISTS (
  SELECT FROM jsonb_to_recordset($1::jsonb) AS span ("from" timestamptz, "to" timestamptz)
  WHERE expires_at >= span."from" AND expires_at < span."to")`;

// The outer bounds use the index on the expiry; the ranges between them cover few days.
const OWNERS = `
  SELECT user_id AS "accountId", (extract(epoch FROM expires_at) * 1000000)::bigint || '_' || id AS cursor
  FROM sites
  WHERE ${EXPIRES} AND expires_at >= $2 AND expires_at < $3
    AND (expires_at, id) > (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::uuid)
  ORDER BY expires_at, id LIMIT ${BATCH}`;

const PAGES = `
  SELECT user_id AS "accountId", count(*)::int AS total,
    to_jsonb((array_agg(jsonb_build_object('title', title, 'expiresAt', ${isoTime('expires_at')})
      ORDER BY expires_at, id))[:${MAX_NAMED}]) AS sites
  FROM sites WHERE user_id = ANY ($2::uuid[]) AND ${EXPIRES} GROUP BY user_id`;

/** Finds the owners of a batch of expiring pages, each with all of its pages in the ranges. */
export async function findExpiringSites(dataSource: DataSource, { ranges, after }: Payload): Promise<Reply> {
  const bounds = ranges.flatMap(({ from, to }) => [from, to]).toSorted();
  const start = after === undefined ? { micros: '0', id: FIRST_ID } : requirePageCursor(after);
  const spans = JSON.stringify(ranges);
  const found = await dataSource.query<{ accountId: string; cursor: string }[]>(OWNERS, [
    ...[spans, bounds[0], bounds.at(-1), start.micros, start.id],
  ]);
  const accountIds = [...new Set(found.map(({ accountId }) => accountId))];
  const accounts = await dataSource.query<Reply['accounts']>(PAGES, [spans, accountIds]);
  return { accounts, next: found[BATCH - 1]?.cursor ?? null };
}

/** Returns those of the accounts that have a page or may restore one. */
export async function findOwnersOfLiveSites(dataSource: DataSource, accountIds: readonly string[]): Promise<string[]> {
  const rows = await dataSource.query<{ id: string }[]>(
    `SELECT user_id AS id FROM sites
     WHERE user_id = ANY ($1) AND expires_at > now() - make_interval(days => ${limits.expiredKeptDays})
     UNION
     SELECT user_id FROM deleted_sites
     WHERE user_id = ANY ($1) AND ${isKept('now()')}`,
    [accountIds],
  );
  return rows.map(({ id }) => id);
}
