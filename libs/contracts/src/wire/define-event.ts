import type { z } from 'zod';
import type { ServiceName } from './define-message.js';

/**
 * Something that happened, told once to each service that reacts.
 * WARNING: `name` and `consumers` name BullMQ jobs and queues. Renaming one strands what is waiting there.
 */
export interface EventContract<Name extends string = string, Payload extends z.ZodType = z.ZodType> {
  /** Past tense: `sitePublished`. */
  readonly name: Name;
  readonly payload: Payload;
  /** The services whose worker handles it, each exactly once. */
  readonly consumers: readonly [ServiceName, ...ServiceName[]];
}

export function defineEvent<const Name extends string, Payload extends z.ZodType>(
  contract: EventContract<Name, Payload>,
): EventContract<Name, Payload> {
  return contract;
}

export type PayloadOf<E extends { payload: z.ZodType }> = z.output<E['payload']>;
