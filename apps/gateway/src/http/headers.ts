import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyCorsOptions } from '@fastify/cors';

/** Other origins may call the API: a token identifies the caller, never a cookie. */
export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowedHeaders: [
    'authorization',
    'apikey',
    'content-type',
    'x-client-info',
    'x-supabase-api-version',
    'prefer',
    'accept-profile',
    'content-profile',
    'x-retry-count',
    'x-region',
    'x-upsert',
    'cache-control',
    'idempotency-key',
    'if-match',
    'x-haru-source',
    'x-haru-proof',
    'x-request-id',
    'traceparent',
  ],
  exposedHeaders: [
    'X-Supabase-Api-Version',
    'X-Total-Count',
    'Link',
    'Content-Range',
    'ETag',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
  ],
  maxAge: 7200,
};

const common = (onTls: boolean): FastifyHelmetOptions => ({
  hsts: onTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  originAgentCluster: true,
});

/**
 * The app runs its own scripts and styles only, is never framed, and is cut off from every window it opens.
 * @param frameSources the origins of pages, which the dashboard shows in frames
 */
export function appHeaders(onTls: boolean, frameSources: readonly string[]): FastifyHelmetOptions {
  return {
    ...common(onTls),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'frame-src': [...frameSources],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  };
}

/** Answers of the API are data; nothing in them may run. */
export function apiHeaders(onTls: boolean): FastifyHelmetOptions {
  return {
    ...common(onTls),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  };
}
