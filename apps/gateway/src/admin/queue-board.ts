import { requireRole, ServiceError, type SessionCaller, staffMessages } from '@haru/contracts';
import type { RequestClient } from '@haru/messaging';
import type { ConnectionLogger } from '@haru/service-runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveSessions } from '../credentials/live-sessions.js';
import { refuseUnroutable } from '../http-errors/error.filter.js';
import { QUEUES_PATH, type QueueSessions } from './queue-session.js';

/** The pages have their own scripts and styles; only here may a style stand in the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Jobs may only be retried or removed. Adding, editing and emptying are refused to everyone. */
const allowedChange =
  /^\/api\/queues\/([^/]+)\/(?:retry\/(?:failed|completed)|clean\/(?:failed|completed)|([^/]+)\/(?:retry|clean))$/;

interface QueueBoardOptions {
  redisUrl: string;
  publicOrigin: string;
  cookies: QueueSessions;
  sessions: LiveSessions;
  services: RequestClient;
  logger: ConnectionLogger;
}

/**
 * The libraries of the pages take 10 MiB, so they are loaded when somebody opens the pages.
 * @returns a function that closes the queues' connections
 */
export function addQueueBoard(server: FastifyInstance, options: QueueBoardOptions): () => Promise<void> {
  // The board sees the headers of a request, but not its caller.
  const readers = new WeakSet<object>();
  const load = async (): Promise<FastifyInstance> => {
    const { makeBoardServer } = await import('./board-server.js');
    return makeBoardServer({ ...options, isReader: (headers) => readers.has(headers) });
  };
  let board: Promise<FastifyInstance> | undefined;
  const refuse = refuseUnroutable(options.publicOrigin);
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { haruRole } = await admit(request, reply, options);
      if (haruRole !== 'admin') readers.add(request.raw.headers);
      const opened = await (board ??= load().catch((error: unknown) => {
        board = undefined;
        throw error;
      }));
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      reply.hijack();
      opened.routing(request.raw, reply.raw);
    } catch (error) {
      refuse(error, request, reply);
    }
    // The body is for the board, which reads it once the reply is its own.
    return reply;
  };
  for (const url of [QUEUES_PATH, `${QUEUES_PATH}/*`]) {
    server.all(url, { onRequest: show }, (_request, reply) => reply);
  }
  return async () => (await board)?.close();
}

/**
 * The cookie alone counts, and the present state of its session.
 * @returns the caller
 * @throws ServiceError FORBIDDEN_ROLE, STAFF_SECOND_FACTOR_REQUIRED
 */
async function admit(request: FastifyRequest, reply: FastifyReply, options: QueueBoardOptions): Promise<SessionCaller> {
  void reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  const session = options.cookies.read(request.headers.cookie);
  if (session === undefined) throw new ServiceError('FORBIDDEN_ROLE');
  const { accountId, sessionId } = session;
  const context = { requestId: request.id, caller: { role: 'anon' as const } };
  const { state, haruRole, roleNeedsFactor } = await options.sessions.stateOf(accountId, sessionId, context);
  if (state !== 'live') throw new ServiceError('FORBIDDEN_ROLE');
  const caller: SessionCaller = {
    role: 'authenticated',
    accountId,
    sessionId,
    isAnonymous: false,
    haruRole,
    roleNeedsFactor,
  };
  requireRole(caller, 'moderator');
  if (request.method === 'GET' || request.method === 'HEAD') return caller;
  requireRole(caller, 'admin');
  requireOwnPage(request, options.publicOrigin);
  const [path = ''] = request.url.slice(QUEUES_PATH.length).split('?');
  const [, queue, jobId] = (request.method === 'PUT' ? allowedChange.exec(path) : null) ?? [];
  if (queue === undefined) throw new ServiceError('FORBIDDEN_ROLE');
  const change = { queue, change: path, ...(jobId === undefined ? {} : { jobId }) };
  await options.services.call(staffMessages.noteQueueChange, change, { ...context, caller });
  return caller;
}

/** A page of another origin may make a browser send the request, which is refused. @throws ServiceError FORBIDDEN_ROLE */
function requireOwnPage({ headers }: FastifyRequest, publicOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isOurs = site === undefined ? headers.origin === publicOrigin : site === 'same-origin';
  if (!isOurs) throw new ServiceError('FORBIDDEN_ROLE');
}
