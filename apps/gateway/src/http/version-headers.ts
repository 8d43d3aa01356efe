import { callerSourceSchema, type CallerSource, ServiceError, versionNumberSchema } from '@haru/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** `/openapi.json` shows this schema. */
export const sourceHeadersSchema = z.object({
  'x-haru-source': callerSourceSchema.optional().describe('What the client is; a version says it.'),
});
export const ifMatchHeadersSchema = z.object({
  'If-Match': z.string().optional().describe('The ETag of the version that was edited, or * for whichever it is.'),
});

const sourceSchema = callerSourceSchema.catch('api');

/** The client names itself; anything else counts as `api`. */
export const Source = createParamDecorator((_: unknown, host: ExecutionContext): CallerSource => {
  const given = host.switchToHttp().getRequest<FastifyRequest>().headers['x-haru-source'];
  return sourceSchema.parse(given);
});

/**
 * Returns the version that `If-Match` names: null for `*`, undefined without the header. A weak tag counts as a strong
 * one, since proxies that compress answers weaken them.
 * @throws ServiceError VALIDATION_FAILED for a tag of something else
 */
export const IfMatch = createParamDecorator((_: unknown, host: ExecutionContext): number | null | undefined =>
  readIfMatch(host.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

export function readIfMatch(header: string | undefined): number | null | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return null;
  const [, digits] = /^\s*(?:W\/)?"v(\d{1,10})"\s*$/.exec(header) ?? [];
  const version = versionNumberSchema.safeParse(Number(digits));
  if (version.success) return version.data;
  throw new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'If-Match', message: '"v12" or *' }] });
}

/**
 * Header or body may name the base of a change.
 * @throws ServiceError VALIDATION_FAILED when they name different ones
 */
export function baseVersionOf(
  ifMatch: number | null | undefined,
  inBody: number | null | undefined,
): number | null | undefined {
  if (inBody === undefined || inBody === null) return ifMatch;
  if (ifMatch === undefined || ifMatch === inBody) return inBody;
  throw new ServiceError('VALIDATION_FAILED', {
    faults: [{ field: 'base_version', message: 'If-Match names another version' }],
  });
}
