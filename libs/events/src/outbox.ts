import { randomUUID } from 'node:crypto';
import type { EventContract, RequestContext } from '@haru/contracts';
import { queryPrepared } from '@haru/database';
import { inStep } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { wakeRelays, wakeRelaysAfterCommit } from './outbox-wake.js';

export interface PublishOptions {
  /** What the event is about, such as a site's id. Events of one aggregate reach each service in the order of publishing. */
  aggregateId: string;
  /** The request that caused it; its id and trace reach the handler. */
  context: RequestContext;
}

// The lock makes the order of `seq` the order of commits within one aggregate: without it a transaction that
// began later could commit first and overtake. It is held until the transaction ends.
const PUBLISH = `
  WITH lane AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended($1, 0)))
  INSERT INTO outbox (aggregate_id, event_id, name, payload, context, consumer)
  SELECT $1, $2, $3, $4::json, $5::json, consumer
  FROM lane, unnest($6::text[]) AS consumer`;

/** One statement that changes rows, in parts, so that an event can be written with it. Of each kind there is one text. */
export interface PublishingChange {
  /** What is changed, as common table expressions: `made AS (INSERT … RETURNING 1)`. Their parameters are `$1` and so on. */
  steps: string;
  /** Whether it happened: `EXISTS (SELECT FROM made)`. If not, nothing is published. */
  happened: string;
  /** The columns of the one row of the reply: `EXISTS (SELECT FROM made) AS made`. */
  reply: string;
  parameters: readonly unknown[];
}

/** The same as `PUBLISH`, in a statement whose own parameters come first. */
function changeAndPublish({ steps, happened, reply, parameters }: PublishingChange): string {
  const [aggregate, id, name, payload, context, consumers] = [1, 2, 3, 4, 5, 6].map(
    (place) => `$${parameters.length + place}`,
  );
  return `
    WITH lane AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(${aggregate}::text, 0))),
    ${steps},
    published AS (
      INSERT INTO outbox (aggregate_id, event_id, name, payload, context, consumer)
      SELECT ${aggregate}::text, ${id}::uuid, ${name}::text, ${payload}::json, ${context}::json, consumer
      FROM lane, unnest(${consumers}::text[]) AS consumer
      WHERE ${happened}
    )
    SELECT ${reply}`;
}

/** Where a service leaves what happened, in the transaction in which it happened. */
@Injectable()
export class Outbox {
  /**
   * Writes the event in the caller's transaction, once for each service that reacts. One statement.
   * Each aggregate costs one database lock until the commit: for thousands at once, publish one event about the whole.
   * @throws Error when `manager` is not in a transaction or the payload does not fit the contract
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
    await inStep('producer', `publish ${event.name}`, options.context, (context) =>
      manager.query(PUBLISH, parametersOf(event, payload, { ...options, context })),
    );
    wakeRelaysAfterCommit(runner);
  }

  /**
   * Changes rows and writes the event in one statement: without a transaction around it it is one of its own, and costs
   * one round trip where `publish` takes four. Its parts all see the rows as they were before it, and an error undoes
   * all of it.
   * @returns the row of `reply`
   * @throws Error when the payload does not fit the contract, and whatever the statement fails with
   */
  async publishWith<Row extends object, E extends EventContract>(
    database: DataSource | EntityManager,
    change: PublishingChange,
    event: E,
    payload: z.input<E['payload']>,
    options: PublishOptions,
  ): Promise<Row> {
    const [row] = await inStep('producer', `publish ${event.name}`, options.context, (context) => {
      const parameters = [...change.parameters, ...parametersOf(event, payload, { ...options, context })];
      return queryPrepared<Row>(database, changeAndPublish(change), parameters);
    });
    if (database instanceof DataSource) wakeRelays(database);
    else if (database.queryRunner?.isTransactionActive) wakeRelaysAfterCommit(database.queryRunner);
    else wakeRelays(database.dataSource);
    if (row === undefined) throw new Error(`${event.name}: the statement answered no row`);
    return row;
  }
}

/** @throws Error when the payload does not fit the contract */
function parametersOf<E extends EventContract>(
  event: E,
  payload: z.input<E['payload']>,
  { aggregateId, context }: PublishOptions,
): unknown[] {
  const parsed = event.payload.safeParse(payload);
  if (!parsed.success) throw new Error(`${event.name} cannot be published: ${parsed.error.message}`);
  return [aggregateId, randomUUID(), event.name, JSON.stringify(parsed.data), JSON.stringify(context), event.consumers];
}
