import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceError } from '@haru/contracts';
import { newRequestId } from '../http/request-id.js';
import { corsOptions } from '../http/headers.js';
import { dialectOf, errorAnswer, errorContent, errorReaderOf } from './api-dialects.js';

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Other origins can read it, like all answers.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [corsOptions.exposedHeaders ?? []].flat().join(', '),
};

/** Answers without the framework, in the shape of the dialect: for refusals that must cost next to nothing. */
export function sendRefusal(
  error: ServiceError,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): void {
  const answer = errorAnswer(dialectOf(request.url ?? '/'), error, errorReaderOf(request.headers, origin));
  const { type, text } = errorContent(request, answer);
  const body = Buffer.from(text);
  response
    .writeHead(answer.status, {
      ...commonHeaders,
      'content-type': type,
      'x-request-id': newRequestId(request),
      'content-length': body.length,
      ...answer.headers,
    })
    .end(body);
}
