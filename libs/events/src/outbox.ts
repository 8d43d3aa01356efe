import { randomUUID } from 'node:crypto';
import type { EventContract, RequestContext } from '@haru/contracts';
import { inStep } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { wakeRelaysAfterCommit } from './outbox-wake.js';

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
    const parsed = event.payload.safeParse(payload);
    if (!parsed.success) throw new Error(`${event.name} cannot be published: ${parsed.error.message}`);
    await inStep('producer', `publish ${event.name}`, options.context, (traced) =>
      manager.query(PUBLISH, [
        options.aggregateId,
        randomUUID(),
        event.name,
        JSON.stringify(parsed.data),
        JSON.stringify(traced),
        event.consumers,
      ]),
    );
    wakeRelaysAfterCommit(runner);
  }
}
