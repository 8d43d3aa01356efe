import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

export interface RouteDocument {
  /** One sentence. */
  summary: string;
  body?: z.ZodType;
  query?: z.ZodType;
  /** The JSON of the success answer; absent where it has no body. */
  answer?: z.ZodType;
  /** Status of success, 200 if absent. */
  status?: number;
}

export const DOCUMENT = Symbol('route-document');

/** What `/openapi.json` says of a route; made of the same schemas that check it. */
export const Documented = (document: RouteDocument): MethodDecorator => SetMetadata(DOCUMENT, document);
