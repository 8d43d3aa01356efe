import { randomUUID } from 'node:crypto';
import type { EventContract, RequestContext } from '@haru/contracts';
import { advisoryLocks, queryPrepared } from '@haru/database';
import { withSpan, withSpans } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { wakeRelays, wakeRelaysAfterCommit } from './outbox-wake.js';

interface PublishOptions {
  /** The event is about this, such as a site's id. Events of one aggregate arrive in the order of publishing. */
  aggregateId: string;
  /** The request that caused it has this context; its id and trace reach the handler. */
  context: RequestContext;
}

// The lock makes the order of `seq` the order of commits within one aggregate: without it a transaction that began
// later could commit first and overtake. It is held until the transaction ends.
const PUBLISH = `
  WITH lane AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended($1, ${advisoryLocks.outboxLane})))
  INSERT INTO outbox (aggregate_id, event_id, name, payload, context, consumer)
  SELECT $1, $2, $5, $3::json, $4::json, consumer
  FROM lane, unnest($6::text[]) AS consumer`;

/** An event of one aggregate is made from this draft. */
export interface EventDraft<E extends EventContract> extends PublishOptions {
  payload: z.input<E['payload']>;
}

/** One statement changes rows and is given in parts, so that events can be written with it. Few texts should differ. */
export interface PublishingChange {
  /** The changes are common table expressions: `made AS (INSERT … RETURNING id)`. Their parameters are `$1` and so on. */
  steps: string;
  /**
   * This query of one column of text returns the changed aggregates: `SELECT id::text FROM made`. Each must have an
   * event; events of other aggregates are not published.
   */
  aggregateIdsSql: string;
  /** The query that answers: `SELECT id FROM made`. */
  reply: string;
  parameters: readonly unknown[];
}

/**
 * Does the same as `PUBLISH` for one event or many, in a statement whose own parameters come first. As in a
 * transaction, the rows are locked before the lanes: in another order two writers of an aggregate could wait for each
 * other. A changed aggregate without an event fails the statement, because the text that says so is not a UUID.
 */
function changeAndPublish({ steps, aggregateIdsSql, reply, parameters }: PublishingChange, events: number): string {
  let place = parameters.length;
  const next = (type: string): string => `$${++place}::${type}`;
  const [name, consumers] = [next('text'), next('text[]')];
  const rows = Array.from({ length: events }, () => `(${['text', 'uuid', 'json', 'json'].map(next).join(', ')})`);
  return `
    WITH ${steps},
    drafts AS MATERIALIZED (
      SELECT aggregate_id, coalesce(event_id, ('no event of aggregate ' || aggregate_id)::uuid) AS event_id, payload, context,
        pg_advisory_xact_lock(hashtextextended(aggregate_id, ${advisoryLocks.outboxLane}))
      FROM (${aggregateIdsSql}) AS happened (aggregate_id)
      LEFT JOIN (VALUES ${rows.join(', ')}) AS given (aggregate_id, event_id, payload, context) USING (aggregate_id)
    ),
    published AS (
      INSERT INTO outbox (aggregate_id, event_id, name, payload, context, consumer)
      SELECT aggregate_id, event_id, ${name}, payload, context, consumer
      FROM drafts, unnest(${consumers}) AS consumer
    )
    ${reply}`;
}

/** A service publishes its events in the transaction that causes them. */
@Injectable()
export class Outbox {
  /**
   * Writes the event in the caller's transaction with one statement, once for each service that reacts.
   * Each aggregate costs one database lock until the commit: for thousands together, publish one event about all of
   * them.
   * @throws Error when `manager` is not in a transaction or the payload does not match the contract
   */
  async publish<E extends EventContract>(
    manager: EntityManager,
    event: E,
    payload: z.input<E['payload']>,
    options: PublishOptions,
  ): Promise<void> {
    const runner = manager.queryRunner;
    if (!runner?.isTransactionActive) {
      throw new Error(
        `${event.name} was published outside a transaction: pass the manager that dataSource.transaction gives`,
      );
    }
    await withSpan('producer', `publish ${event.name}`, options.context, (context) =>
      manager.query(PUBLISH, [...rowOf(event, payload, { ...options, context }), event.name, event.consumers]),
    );
    wakeRelaysAfterCommit(runner);
  }

  /**
   * Changes rows and writes their events in one statement: without a transaction around it, it is a transaction itself,
   * and costs one round trip where `publish` takes four. Its parts all see the rows as they were before it, and an
   * error undoes all of it. If there are several aggregates, `steps` must lock their rows in one order, so that two
   * statements cannot deadlock.
   * @returns the rows of `reply`
   * @throws Error when a payload does not match the contract, or a changed aggregate has no event; and any error of the
   * statement
   */
  async publishWith<Row extends object, E extends EventContract>(
    database: DataSource | EntityManager,
    change: PublishingChange,
    event: E,
    happenings: readonly EventDraft<E>[],
  ): Promise<Row[]> {
    const rows = await withSpans(
      'producer',
      () => `publish ${event.name}`,
      happenings,
      (traced) => {
        const events = traced.flatMap(({ payload, ...options }) => rowOf(event, payload, options));
        const parameters = [...change.parameters, event.name, event.consumers, ...events];
        return queryPrepared<Row>(database, changeAndPublish(change, traced.length), parameters);
      },
    );
    if (database instanceof DataSource) wakeRelays(database);
    else if (database.queryRunner?.isTransactionActive) wakeRelaysAfterCommit(database.queryRunner);
    else wakeRelays(database.dataSource);
    return rows;
  }
}

/** @throws Error when the payload does not match the contract */
function rowOf<E extends EventContract>(
  event: E,
  payload: z.input<E['payload']>,
  { aggregateId, context }: PublishOptions,
): unknown[] {
  const parsed = event.payload.safeParse(payload);
  if (!parsed.success) throw new Error(`${event.name} cannot be published: ${parsed.error.message}`);
  return [aggregateId, randomUUID(), JSON.stringify(parsed.data), JSON.stringify({ ...context, device: undefined })];
}
