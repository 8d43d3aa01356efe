import type { ErrorCode, MessageContract } from '@haru/contracts';
import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export interface RouteDocument {
  /** One sentence. */
  summary: string;
  body?: z.ZodType;
  query?: z.ZodType;
  /** Headers beside those that every route of the dialect takes. */
  headers?: z.ZodType;
  /** The JSON of the success answer; absent where it has no body. */
  answer?: z.ZodType;
  /** Codes with which the gateway itself refuses, beside those that any route may answer. */
  refusals?: readonly ErrorCode[];
  /** Status of success, 200 if absent. */
  status?: number;
  /** Other statuses of success. */
  otherAnswers?: Record<number, z.ZodType>;
  /** Media types that `Accept` may choose for the answers, `application/json` if absent. */
  mediaTypes?: readonly string[];
}

export const DOCUMENT = Symbol('route-document');

/** What `/openapi.json` says of a route; made of the same schemas that check it. */
export const Documented = (document: RouteDocument): MethodDecorator => SetMetadata(DOCUMENT, document);

export type RouteMessage = Pick<MessageContract, 'pattern' | 'errors'>;

export const CALLS = Symbol('route-messages');

/** The messages that a route sends; their errors are documented as its answers. */
export const Calls = (...messages: RouteMessage[]): MethodDecorator => SetMetadata(CALLS, messages);
