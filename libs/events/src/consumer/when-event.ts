import type { EventContract, PayloadOf, RequestContext } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface EventHandling {
  /** The event counts as handled in this transaction: what is written through it happens exactly once. */
  manager: EntityManager;
  /** The request that caused the event had this context. */
  context: RequestContext;
  eventId: string;
}

/** The worker changes rows, exactly once. It awaits nothing but Postgres: its transaction holds locks and a connection. */
export interface HandlesEvent<E extends EventContract = EventContract> {
  handle(payload: PayloadOf<E>, handling: EventHandling): Promise<void>;
}

/**
 * The worker's effects are outside Postgres (storage, Redis). They run before the transaction in which the event counts
 * as handled, and are repeated when the process ends between the two or the event is delivered twice. So they read the
 * present state and update the outside to match it, instead of repeating what the event says.
 */
export interface RunsEffects<E extends EventContract = EventContract> {
  /** @param payloads of one event, or of several concurrent ones, unless the worker handles them one by one */
  runEffects(payloads: readonly PayloadOf<E>[]): Promise<void>;
}

/** A worker may be both. */
export type EventWorker<E extends EventContract = EventContract> = HandlesEvent<E> | RunsEffects<E>;

/** The worker can also handle several events of one transaction together, at less cost than one by one. */
export interface HandlesEventsTogether<E extends EventContract = EventContract> extends HandlesEvent<E> {
  /**
   * Handles the plain case. It neither waits for a lock on a row while it holds another nor decides anything unusual:
   * if it throws, its transaction is undone, and each event is handled by itself.
   */
  handleBatch(payloads: readonly PayloadOf<E>[], manager: EntityManager): Promise<void>;
}

/** Tells whether concurrent events are handled together. Effects are: their workers take several. */
export function canHandleTogether(worker: EventWorker): boolean {
  return changesRowsTogether(worker) || !changesRows(worker);
}

export function changesRowsTogether(worker: EventWorker): worker is HandlesEventsTogether {
  return 'handleBatch' in worker;
}

export function changesRows(worker: EventWorker): worker is HandlesEvent {
  return 'handle' in worker;
}

export function runsEffects(worker: EventWorker): worker is RunsEffects {
  return 'runEffects' in worker;
}

type WorkerClass<E extends EventContract> = abstract new (...dependencies: never[]) => EventWorker<E>;

const events = new WeakMap<object, EventContract>();

/**
 * States which event a worker class handles, and makes it injectable. The class is a sentence of effect and cause:
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

type EventWorkerClass = new (...dependencies: never[]) => EventWorker;

export function isEventWorkerClass(value: unknown): value is EventWorkerClass {
  return typeof value === 'function' && events.has(value);
}

export function eventOfClass(worker: EventWorkerClass): EventContract {
  const event = events.get(worker);
  if (!event) throw new Error(`${worker.name} has no @WhenEvent`);
  return event;
}

export function isEventWorker(value: unknown): value is EventWorker {
  return typeof value === 'object' && value !== null && events.has(value.constructor);
}

/** Returns the event of the worker's class, if it has a `@WhenEvent`. */
export function eventOf(worker: EventWorker): EventContract | undefined {
  return events.get(worker.constructor);
}
