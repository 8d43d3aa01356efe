import { ServiceError, type ErrorCode } from '@haru/contracts';
import { isRedisUnavailable, type Logger } from '@haru/service-runtime';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { memberOf } from '../http/member-of.js';
import { dialectOf, errorAnswer, errorContent, errorReaderOf } from './api-dialects.js';
import { errorTable } from './error-table.js';

/** Turns the error of a request into the contract's answer; an unexpected error is logged here, once. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  /** @param origin the documentation of errors is on this host */
  constructor(
    private readonly logger: Logger,
    private readonly origin: string,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = asServiceError(exception);
    // The address itself is left out: it may hold a key or a token.
    if (errorTable[error.code].status >= 500 && !(exception instanceof ServiceError)) {
      this.logger.error(
        { err: exception, requestId: request.id, method: request.method, url: request.routeOptions.url },
        'request failed',
      );
    }
    send(error, request, reply, this.origin);
  }
}

/** Fastify refuses an unroutable URL before every hook, so shape and cross-origin headers are set here. */
export const refuseUnroutable =
  (origin: string) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' });
    send(asServiceError(error), request, reply, origin);
  };

function send(error: ServiceError, request: FastifyRequest, reply: FastifyReply, origin: string): void {
  const answer = errorAnswer(dialectOf(request.url), error, errorReaderOf(request.headers, origin));
  const { type, text } = errorContent(request, answer);
  // A route's own caching and type are for its success.
  const headers = { 'cache-control': 'no-store', 'content-type': type, ...answer.headers };
  void reply.status(answer.status).headers(headers).send(text);
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INVALID_JSON',
  FST_ERR_BAD_URL: 'ROUTE_NOT_FOUND',
};

const statusCodes: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  404: 'ROUTE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'ROUTE_NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Service errors stay as they are, the framework's are mapped by their meaning, and anything else is unknown. */
export function asServiceError(exception: unknown): ServiceError {
  if (exception instanceof ServiceError) return exception;
  const code = memberOf(exception, 'code');
  if (typeof code === 'string' && fastifyCodes[code]) return new ServiceError(fastifyCodes[code], { cause: exception });
  const status = exception instanceof HttpException ? exception.getStatus() : memberOf(exception, 'statusCode');
  if (typeof status === 'number' && statusCodes[status]) {
    return new ServiceError(statusCodes[status], { cause: exception });
  }
  if (isRedisUnavailable(exception))
    return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause: exception });
  return new ServiceError('UNKNOWN_ERROR', { cause: exception });
}
