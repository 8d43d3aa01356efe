import { isRedisUnavailable, QueueFullError } from '@haru/service-runtime';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatabaseUnavailable } from '../cache/site-state.js';
import { securityHeaders } from '../headers/page-security.js';
import type { ErrorScreen, ErrorScreens } from '../screens/error-screen.js';
import { FileUnavailable } from '../trees/file-bodies.js';

/** A request for a page, or for a file of it. */
export interface Visit {
  path: string;
  /** The address has the key of a page that is not public. */
  key?: string | undefined;
  /** It begins with a slash; on the shared host it is absent in the address of the page itself. */
  file?: string | undefined;
  isOwnHost: boolean;
  screens: ErrorScreens;
  request: IncomingMessage;
  response: ServerResponse;
}

export const plain = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', ...securityHeaders];

const redirect = ['Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer', 'Content-Security-Policy', 'sandbox'];

/** The answers to these requests are shown as documents. Old browsers and other clients do not send the header. */
const navigations = new Set<unknown>([undefined, 'document', 'iframe', 'frame', 'embed', 'object', 'fencedframe']);

export function isNavigation({ headers }: IncomingMessage): boolean {
  return navigations.has(headers['sec-fetch-dest']);
}

/** Browsers send this header only when they request the script of a service worker. */
export function isForWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] !== undefined;
}

export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trimStart());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Returns the query of the target with its question mark, or nothing. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}

/** Returns the address of the page on the shared host, such as `/share/abc` of the target `/share/abc/docs/`. */
export function pageAddressOf(target: string): string {
  return /^\/[^/?]*\/[^/?]*/.exec(target)?.[0] ?? '/';
}

export function showError({ request, response }: Pick<Visit, 'request' | 'response'>, screen: ErrorScreen): void {
  const { headers, body } = isNavigation(request) ? screen : screen.brief;
  response.writeHead(screen.status, headers).end(body);
}

/** Answers a request whose page failed to load, and ends an answer that has begun. */
export function showFailure(visit: Pick<Visit, 'request' | 'response' | 'screens'>, error: unknown): void {
  const { screens, response } = visit;
  if (response.headersSent) return void response.destroy();
  showError(visit, isTransient(error) ? screens.FETCH_ERROR : screens.UNKNOWN_ERROR);
}

function isTransient(error: unknown): boolean {
  return (
    isRedisUnavailable(error) ||
    [DatabaseUnavailable, FileUnavailable, QueueFullError].some((kind) => error instanceof kind)
  );
}

export function refuseWorker(response: ServerResponse): void {
  send(response, 403, plain, 'Service workers are not served here\n');
}

export function sendNoIcon(response: ServerResponse): void {
  response.writeHead(204, ['Cache-Control', 'public, max-age=86400', ...securityHeaders]).end();
}

export function redirectTo(response: ServerResponse, location: string): void {
  send(response, 302, [...redirect, 'Location', location], '');
}

export function send(response: ServerResponse, status: number, headers: string[], text: string): void {
  response.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(text))]).end(text);
}
