import { isUtf8 } from 'node:buffer';
import { edgeRouteOf, ServiceError } from '@haru/contracts';
import { freeBuffer } from '@haru/service-runtime';
import type { FastifyInstance } from 'fastify';

/** Requests nest at most five levels deep; the rest is for metadata. `JSON.stringify` fails at some thousand levels. */
const MAX_DEPTH = 32;

/**
 * JSON bodies are strict UTF-8, an empty body is `{}` (clients send the content type even then), compressed bodies are
 * refused unread, and each route's limit applies while reading.
 */
export function readJsonBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('remove', 'remove');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isDeclaredUtf8(request.headers['content-type'])) done(new ServiceError('UNSUPPORTED_MEDIA_TYPE'));
    else if (body.length === 0) done(null, {});
    else if (!isUtf8(body)) done(new ServiceError('INVALID_JSON', { message: 'The body is not valid UTF-8' }));
    else {
      const text = body.toString('utf8');
      freeBuffer(body);
      void parseJson(request, text, (error, value: unknown) =>
        error ? done(new ServiceError('INVALID_JSON', { cause: error })) : finish(value, done),
      );
    }
  });
  fastify.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw new ServiceError('UNSUPPORTED_MEDIA_TYPE');
  });
  fastify.addHook('onRoute', (route) => {
    const [method = ''] = [route.method].flat();
    const edge = edgeRouteOf({ method, url: route.url });
    // A route's limit would replace that of a form, which is smaller.
    if (edge?.service === 'gateway' && edge.maxBodyBytes !== fastify.initialConfig.bodyLimit) {
      route.bodyLimit = edge.maxBodyBytes;
    }
  });
}

/** `null` is JSON, but no request; later it could not be distinguished from an absent body. */
function finish(value: unknown, done: (error: Error | null, body?: unknown) => void): void {
  if (value === null) done(new ServiceError('VALIDATION_FAILED', { message: 'The body must be a JSON object' }));
  else if (isDeeperThan(MAX_DEPTH, value))
    done(new ServiceError('INVALID_JSON', { message: `The body nests more than ${MAX_DEPTH} levels deep` }));
  else done(null, value);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function isDeclaredUtf8(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}
