import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '@haru/contracts';
import { newRequestId } from '../http/request-id.js';
import { corsOptions } from '../http/headers.js';
import { errorAnswer, dialectOf } from './api-dialects.js';

const commonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Other origins can read it, like all answers.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [corsOptions.exposedHeaders ?? []].flat().join(', '),
};

/** Answers without the framework, in the shape of the dialect: for refusals that must cost next to nothing. */
export function sendRefusal(error: ServiceError, request: IncomingMessage, response: ServerResponse): void {
  const apiVersion = request.headers['x-supabase-api-version'];
  const answer = errorAnswer(
    dialectOf(request.url ?? '/'),
    error,
    typeof apiVersion === 'string' ? apiVersion : undefined,
  );
  const body = Buffer.from(JSON.stringify(answer.body));
  response
    .writeHead(answer.status, {
      ...commonHeaders,
      'x-request-id': newRequestId(request),
      'content-length': body.length,
      ...answer.headers,
    })
    .end(body);
}
