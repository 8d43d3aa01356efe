import type { EventContract, PayloadOf, RequestContext } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface EventHandling {
  /** The transaction in which the event counts as handled: what is written through it happens exactly once. */
  manager: EntityManager;
  /** Of the request that caused the event. */
  context: RequestContext;
  eventId: string;
}

/**
 * What a worker is. Effects outside the transaction (files, mail) may be repeated: the process can die between them
 * and the commit.
 */
export interface HandlesEvent<E extends EventContract = EventContract> {
  handle(payload: PayloadOf<E>, handling: EventHandling): Promise<void>;
}

/** A worker that can also handle several events of one transaction together, at less cost than one by one. */
export interface HandlesEventsTogether<E extends EventContract = EventContract> extends HandlesEvent<E> {
  /**
   * Handles the plain case. It neither waits for a lock on a row while it holds another nor decides anything unusual:
   * whatever it throws, nothing of it counts, and each event is handled by itself.
   */
  handleBatch(payloads: readonly PayloadOf<E>[], manager: EntityManager): Promise<void>;
}

export function isTogetherWorker(worker: HandlesEvent): worker is HandlesEventsTogether {
  return 'handleBatch' in worker;
}

type WorkerClass<E extends EventContract> = abstract new (...dependencies: never[]) => HandlesEvent<E>;

const events = new WeakMap<object, EventContract>();

/**
 * Says which event a worker class handles, and makes it injectable. The class is a sentence of effect and cause:
 *
 *     @WhenEvent(sitePublished)
 *     export class WriteArtifactWhenSitePublished implements HandlesEvent<typeof sitePublished> { … }
 */
export function WhenEvent<E extends EventContract>(event: E) {
  return (worker: WorkerClass<E>): void => {
    events.set(worker, event);
    Injectable()(worker);
  };
}

/** The event that the worker's class is for, if it has a `@WhenEvent`. */
export function eventOf(worker: HandlesEvent): EventContract | undefined {
  return events.get(worker.constructor);
}
