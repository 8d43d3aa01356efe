import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type EdgeRoute, edgeRouteOf, edgeRoutes, isUnder, type PageAddresses, sharePaths } from '@haru/contracts';
import { GracefulServer, readiness } from '@haru/service-runtime';
import type { Admission } from '../admission/admission.js';
import { shareRedirect } from './share-redirect.js';

/** A Fastify instance is such an upstream. */
export interface Upstream {
  routing(request: IncomingMessage, response: ServerResponse): void;
}

interface FrontDoorOptions {
  /** In one-machine mode this is the built web app with its routes. */
  web?: Upstream | undefined;
  /** In one-machine mode this forwards uploads to their process. */
  uploads?: Upstream | undefined;
  /** Share links lead to these addresses, and their hosts show pages. */
  pageAddresses: PageAddresses;
  /** Decides which requests reach the API. */
  admission?: Pick<Admission, 'admitConnection' | 'handle'>;
  /** Is called for each request outside of the API, with the name of the part that answers it. */
  observe?: (upstream: string, request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * These bound clients that send a byte at a time; the longest legitimate request is a page over a slow line. Idle
 * connections outlive those of common proxies (60 s). Fastify sets none of these on a server it did not make.
 */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: secondsOf('gateway') * 1_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;

function secondsOf(name: EdgeRoute['service']): number {
  return Math.max(...edgeRoutes.flatMap(({ service, seconds }) => (service === name ? seconds : [])));
}

/**
 * One server routes each request to the API or the web app before any framework handles it: both set headers of their
 * own. Published pages are not served here.
 */
export function createFrontDoor(
  api: RequestListener,
  { web, uploads, pageAddresses, admission, observe }: FrontDoorOptions,
): Server {
  const redirect = shareRedirect(pageAddresses);
  // Node has one time limit for all requests, and uploads need a longer one.
  const requestTimeout = uploads ? secondsOf('sites-uploads') * 1_000 : timeouts.requestTimeout;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const url = originForm(request.url ?? '/');
    request.url = url;
    // While the process stops, clients with an open connection find another gateway with their next request.
    if (readiness.isStopping) response.shouldKeepAlive = false;
    const { service, seconds = Infinity } = edgeRouteOf({ method: request.method ?? 'GET', url }) ?? {};
    if (seconds * 1_000 < requestTimeout) endSlowBody(request, seconds * 1_000);
    const { kind } = pageAddresses.roleOf(request.headers.host);
    if (kind !== 'app' && kind !== 'other') return rejectMisdirected(response);
    if (sharePaths.some((path) => isUnder(url, path))) {
      observe?.('share-redirect', request, response);
      redirect(request, response);
    } else if (uploads && service === 'sites-uploads') {
      observe?.('uploads', request, response);
      uploads.routing(request, response);
    } else if (!web || service !== 'web') {
      if (admission) admission.handle(request, response, api);
      else api(request, response);
    } else {
      observe?.('web', request, response);
      web.routing(request, response);
    }
  };
  // Otherwise Node would ask for every body that is announced with `Expect: 100-continue`.
  const server = new GracefulServer({ ...timeouts, requestTimeout }, handle).on('checkContinue', handle);
  if (admission) server.on('connection', (socket) => admission.admitConnection(socket));
  return server;
}

function endSlowBody(request: IncomingMessage, maxMs: number): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if ((length === undefined || length === '0') && coding === undefined) return;
  const timer = setTimeout(() => request.complete || request.destroy(), maxMs).unref();
  request.once('close', () => clearTimeout(timer));
}

/** Hosts of pages lead to the viewer; a request for one that arrives here gets nothing of the app. */
function rejectMisdirected(response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': 'sandbox' };
  response.writeHead(421, { ...headers, 'cache-control': 'no-store' }).end('Misdirected request\n');
}

/** A target in absolute form (`GET http://host/path`, RFC 9112 section 3.2.2) means its path; others stay unchanged. */
function originForm(url: string): string {
  return /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]?.replace(/^(?!\/)/, '/') ?? url;
}
