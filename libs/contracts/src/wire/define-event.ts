import type { z } from 'zod';
import type { ServiceName } from './define-message.js';

/**
 * An event is delivered once to each service that reacts.
 * WARNING: `name` and `consumers` name BullMQ jobs and queues. Renaming one strands what is waiting there.
 */
export interface EventContract<Name extends string = string, Payload extends z.ZodType = z.ZodType> {
  /** The name is in past tense: `sitePublished`. */
  readonly name: Name;
  readonly payload: Payload;
  /** The workers of these services handle it, each exactly once. */
  readonly consumers: readonly [ServiceName, ...ServiceName[]];
}

export function defineEvent<const Name extends string, Payload extends z.ZodType>(
  name: Name,
  parts: Omit<EventContract<Name, Payload>, 'name'>,
): EventContract<Name, Payload> {
  return { name, ...parts };
}

export type PayloadOf<E extends { payload: z.ZodType }> = z.output<E['payload']>;
