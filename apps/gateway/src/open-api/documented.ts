import type { ErrorCode, MessageContract } from '@haru/contracts';
import { applyDecorators, HttpCode, SetMetadata, UsePipes } from '@nestjs/common';
import type { z } from 'zod';
import { SchemasPipe } from '../http/zod.pipe.js';

export interface RouteDocument {
  /** It is one sentence. */
  summary: string;
  body?: z.ZodType;
  /** The body has these media types, `application/json` if absent. */
  bodyTypes?: readonly string[];
  query?: z.ZodType;
  /** These headers are taken beside those that every route of the dialect takes. */
  headers?: z.ZodType;
  /** The success answer has this JSON; it is absent if there is no body. */
  answer?: z.ZodType;
  /** The gateway itself refuses with these codes, beside those that any route may answer. */
  refusals?: readonly ErrorCode[];
  /** Success has this status, 200 if absent. */
  status?: number;
  /** Success may have these other statuses. */
  otherAnswers?: Record<number, z.ZodType>;
  /** `Accept` may choose these media types for the answers, `application/json` if absent. */
  mediaTypes?: readonly string[];
}

export const DOCUMENT = Symbol('route-document');

/**
 * `/openapi.json` shows this about a route, and the same schemas check it: parameters with `@Body()` and `@Query()` get
 * what they make of them. Success is answered with its status.
 */
export const Documented = (document: RouteDocument): MethodDecorator =>
  applyDecorators(
    SetMetadata(DOCUMENT, document),
    HttpCode(document.status ?? 200),
    UsePipes(new SchemasPipe(document)),
  );

export type RouteMessage = Pick<MessageContract, 'pattern' | 'errors'>;

export const CALLS = Symbol('route-messages');

/** A route sends these messages; their errors are documented as its answers. */
export const Calls = (...messages: RouteMessage[]): MethodDecorator => SetMetadata(CALLS, messages);
