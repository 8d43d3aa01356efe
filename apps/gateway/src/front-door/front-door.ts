import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { PageAddresses } from '@haru/contracts';
import { readiness } from '@haru/service-runtime';
import { isUnder } from '../http-errors/surfaces.js';

/** Answers what it is handed; a Fastify instance is one. */
export interface Room {
  routing(request: IncomingMessage, response: ServerResponse): void;
}

/** Who answers what; on one machine all three stand behind one port. */
export interface Rooms {
  /** Share links. */
  viewer?: Room;
  /** The built web app and its routes. */
  web?: Room;
  /** Tells the hosts of pages, where nothing but the viewer answers. */
  pageAddresses: PageAddresses;
  /** Is told of each request that is not the API's, by who answers it. */
  observe?: (room: string, request: IncomingMessage, response: ServerResponse) => void;
}

/** What is the viewer's. */
export const sharePrefixes = ['/share', '/site'];
/** What the gateway answers itself. Who routes in front of it (k8s/base/routes.yaml, tools/deploy/edge.conf) has them too. */
export const apiPrefixes = [
  '/auth/v1',
  '/functions/v1',
  '/rest/v1',
  '/storage/v1',
  '/admin/v1',
  '/admin/queues',
  '/config.json',
  '/healthz',
  '/readyz',
  '/openapi.json',
];

/**
 * Against clients that send a byte at a time; the longest honest request is a page over a slow line.
 * Idle connections outlive those of common proxies (60 s). Fastify sets none of these on a server it did not make.
 */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;

/**
 * One server that hands each request to the room it belongs to, before any framework has touched it:
 * a share link must not pick up the app's headers, nor the app a page's.
 */
export function createFrontDoor(api: RequestListener, rooms: Rooms): Server {
  return createServer(timeouts, (request: IncomingMessage, response: ServerResponse) => {
    const url = originForm(request.url ?? '/');
    request.url = url;
    const { kind } = rooms.pageAddresses.roleOf(request.headers.host);
    const room = kind === 'app' || kind === 'other' ? roomOf(url, rooms) : (rooms.viewer ?? nobody);
    // While the process stops, whoever holds a connection open finds another gateway with the next request.
    if (readiness.isStopping) response.shouldKeepAlive = false;
    if (!room) return api(request, response);
    rooms.observe?.(room === rooms.viewer ? 'viewer' : 'web', request, response);
    room.routing(request, response);
  });
}

/** Where the viewer is elsewhere, its hosts do not lead here; who comes all the same gets nothing of the app. */
const nobody: Room = {
  routing: (_request, response) => {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': 'sandbox' };
    response.writeHead(421, { ...headers, 'cache-control': 'no-store' }).end('Misdirected request\n');
  },
};

/** A target as proxies send it (`GET http://host/path`, RFC 9112 section 3.2.2) means its path; others are as they are. */
function originForm(url: string): string {
  return /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1]?.replace(/^(?!\/)/, '/') ?? url;
}

/** Undefined: the API. */
function roomOf(url: string, { viewer, web }: Rooms): Room | undefined {
  if (viewer && sharePrefixes.some((prefix) => isUnder(url, prefix))) return viewer;
  return apiPrefixes.some((prefix) => isUnder(url, prefix)) ? undefined : web;
}
