import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isUnder } from '../http-errors/surfaces.js';

/** Who answers what; on one machine all three stand behind one port. */
export interface Rooms {
  /** Share links. */
  viewer?: FastifyInstance;
  /** The built web app and its routes. */
  web?: FastifyInstance;
}

const sharePrefixes = ['/share', '/site'];
const apiPrefixes = [
  '/auth/v1',
  '/functions/v1',
  '/rest/v1',
  '/storage/v1',
  '/config.json',
  '/healthz',
  '/readyz',
  '/openapi.json',
];

/**
 * One server that hands each request to the room it belongs to, before any framework has touched it:
 * a share link must not pick up the app's headers, nor the app a page's.
 */
export function createFrontDoor(api: RequestListener, rooms: Rooms): Server {
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const room = roomOf(request.url ?? '/', rooms);
    if (room) room.routing(request, response);
    else api(request, response);
  });
}

/** Undefined: the API. */
function roomOf(url: string, { viewer, web }: Rooms): FastifyInstance | undefined {
  if (viewer && sharePrefixes.some((prefix) => isUnder(url, prefix))) return viewer;
  return apiPrefixes.some((prefix) => isUnder(url, prefix)) ? undefined : web;
}
