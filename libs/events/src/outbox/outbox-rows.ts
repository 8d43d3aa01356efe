import type { RequestContext } from '@haru/contracts';
import type { DataSource } from 'typeorm';

/** The row is to be moved to a queue. */
export interface OutboxRow {
  /** The column is a bigint, which the driver reads as text. */
  seq: string;
  event_id: string;
  consumer: string;
  name: string;
  aggregate_id: string;
  payload: unknown;
  /** `publish` wrote it, and the consumer reads it by its schema. */
  context: RequestContext;
}

const COLUMNS = 'seq, event_id, consumer, name, aggregate_id, payload, context';

// Selects the oldest row of each (consumer, aggregate), if it is not queued yet. Its form keeps the planner on the
// indexes even with outdated statistics: the comparison with a sub-select, not NOT EXISTS, on the lane index; a range
// and an order by the consumer as well, not an equation, on the one of waiting rows, instead of reading all in the
// order of `seq`; the array, not a join, on the key.
const CLAIM = `
  WITH heads AS MATERIALIZED (
    SELECT head.seq FROM unnest($2::text[]) AS ready (consumer) CROSS JOIN LATERAL (
      SELECT o.seq FROM outbox o
      WHERE o.handed_over_at IS NULL
        AND o.consumer BETWEEN ready.consumer AND ready.consumer
        AND o.seq = (
          SELECT p.seq FROM outbox p
          WHERE p.consumer = o.consumer AND p.aggregate_id = o.aggregate_id
          ORDER BY p.seq LIMIT 1
        )
      ORDER BY o.consumer, o.seq LIMIT $1
      FOR UPDATE OF o SKIP LOCKED
    ) AS head
  ), claimed AS (
    UPDATE outbox SET handed_over_at = now() WHERE seq = ANY (ARRAY (SELECT seq FROM heads))
    RETURNING *
  )
  SELECT ${COLUMNS} FROM claimed ORDER BY seq`;

/**
 * Marks up to `limit` rows of each consumer as queued and returns them, oldest first. Of one service and aggregate only
 * the oldest row can be among them; several concurrent relays get different rows.
 * They are marked before they are in the queue: if the process dies in between, the check of queued rows finds them
 * missing there.
 */
export function claimRows(dataSource: DataSource, limit: number, consumers: readonly string[]): Promise<OutboxRow[]> {
  return dataSource.query(CLAIM, [limit, consumers]);
}

/** Removes the mark from rows that did not reach their queue. */
export async function releaseRows(dataSource: DataSource, rows: readonly OutboxRow[]): Promise<void> {
  await dataSource.query('UPDATE outbox SET handed_over_at = NULL WHERE seq = ANY ($1::bigint[])', [
    rows.map((row) => row.seq),
  ]);
}

// Every relay receives every finished job. Locking in one order and skipping rows that another relay is deleting keeps
// them from blocking each other.
const DELETE_DONE = `
  WITH done AS MATERIALIZED (
    SELECT seq FROM outbox WHERE consumer = $1 AND event_id = ANY ($2::uuid[])
    ORDER BY seq FOR UPDATE SKIP LOCKED
  )
  DELETE FROM outbox USING done WHERE outbox.seq = done.seq`;

/** Deletes the rows of events that the service has completed. */
export async function deleteDone(dataSource: DataSource, consumer: string, eventIds: readonly string[]): Promise<void> {
  await dataSource.query(DELETE_DONE, [consumer, eventIds]);
}

/** Lists queued rows after `afterSeq`, oldest first. */
export function handedOverRows(dataSource: DataSource, afterSeq: string, limit: number): Promise<OutboxRow[]> {
  return dataSource.query(
    `SELECT ${COLUMNS} FROM outbox WHERE handed_over_at IS NOT NULL AND seq > $1 ORDER BY seq LIMIT $2`,
    [afterSeq, limit],
  );
}
