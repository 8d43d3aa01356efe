import { ServiceError } from '@haru/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import { surfaceOf } from '../http-errors/surfaces.js';

/** RFC 6750, section 2.1: the scheme, one space, the token. */
const bearerPattern = /^Bearer (\S+)$/i;

/**
 * The token of the `Authorization` header; undefined without one.
 * @throws ServiceError for a header that is no bearer token: it must not count as none
 */
export function bearerOf(request: { headers: IncomingHttpHeaders; url: string }): string | undefined {
  const header = request.headers.authorization;
  if (!header) return undefined;
  const token = bearerPattern.exec(header)?.[1];
  if (token !== undefined) return token;
  throw new ServiceError(surfaceOf(request.url) === 'auth' ? 'no_authorization' : 'TOKEN_INVALID');
}
