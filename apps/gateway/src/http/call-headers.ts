import { limits, callerSourceSchema, pagePasswordSchema, ServiceError, versionNumberSchema } from '@haru/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

type Headers = Pick<FastifyRequest, 'headers'>;

// `/openapi.json` shows these schemas.
export const idempotencyHeadersSchema = z.object({
  'Idempotency-Key': z
    .string()
    .max(limits.idempotencyKeyMaxLength)
    .optional()
    .describe('A repeat answers the first result.'),
});
export const sourceHeadersSchema = z.object({
  'x-haru-source': callerSourceSchema.optional().describe('What the client is; a version says it.'),
});
export const ifMatchHeadersSchema = z.object({
  'If-Match': z.string().optional().describe('The ETag of the version that was edited, or * for whichever it is.'),
});
export const pagePasswordHeadersSchema = z.object({
  'Page-Password': z
    .string()
    .optional()
    .describe('The password of a page with visibility=password, in UTF-8, or as encodeURIComponent writes it.'),
});

const sourceSchema = callerSourceSchema.catch('api');

/**
 * Returns the idempotency key of a call, and which client sends it: anything else than a known name counts as `api`.
 * @throws ServiceError VALIDATION_FAILED
 */
export function callHeadersOf(request: Headers) {
  return { idempotencyKey: idempotencyKeyOf(request), source: sourceSchema.parse(request.headers['x-haru-source']) };
}

/** A repeat with the same `Idempotency-Key` header answers the first result. @throws ServiceError VALIDATION_FAILED */
export function idempotencyKeyOf({ headers }: Headers): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= limits.idempotencyKeyMaxLength) return key;
  throw new ServiceError('VALIDATION_FAILED', {
    faults: [{ field: 'Idempotency-Key', message: `at most ${limits.idempotencyKeyMaxLength} characters` }],
  });
}

/** It is a header, because queries are logged. @throws ServiceError VALIDATION_FAILED */
export function pagePasswordOf({ headers }: Headers): string | undefined {
  const given = headers['page-password'];
  if (given === undefined) return undefined;
  const password = pagePasswordSchema.safeParse(decoded(String(given)));
  if (password.success) return password.data;
  throw new ServiceError('VALIDATION_FAILED', {
    faults: password.error.issues.map(({ message }) => ({ field: 'Page-Password', message })),
  });
}

function decoded(text: string): string | undefined {
  try {
    // Node reads headers as Latin-1, and curl sends UTF-8.
    return decodeURIComponent(Buffer.from(text, 'latin1').toString());
  } catch {
    return undefined;
  }
}

/**
 * Returns the version that `If-Match` names: null for `*`, undefined without the header. A weak tag counts as a strong
 * one, since proxies that compress answers weaken them.
 * @throws ServiceError VALIDATION_FAILED for a tag of something else
 */
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
