import { ServiceError } from '@haru/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import { dialectOf } from '../http-errors/api-dialects.js';

/** RFC 6750, section 2.1, has the scheme, one space, and the token. */
const bearerPattern = /^Bearer (\S+)$/i;

/** @returns undefined if the `Authorization` header's value is no bearer token */
export function bearerToken(authorization: string): string | undefined {
  return bearerPattern.exec(authorization)?.[1];
}

/**
 * Returns the token of the `Authorization` header; undefined without one.
 * @throws ServiceError for a header that is no bearer token, which must not count as absent
 */
export function bearerOf(request: { headers: IncomingHttpHeaders; url: string }): string | undefined {
  const header = request.headers.authorization;
  if (!header) return undefined;
  const token = bearerToken(header);
  if (token !== undefined) return token;
  throw new ServiceError(dialectOf(request.url) === 'auth' ? 'no_authorization' : 'TOKEN_INVALID');
}
