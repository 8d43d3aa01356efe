import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { ControllerHandlerReturnType as BoardAnswer } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import { queueNames, queueTitles, requireRole, ServiceError, type SessionCaller, staffMessages } from '@haru/contracts';
import type { RequestClient } from '@haru/messaging';
import { type ConnectionLogger, openRedis } from '@haru/service-runtime';
import { Queue } from 'bullmq';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveSessions } from '../credentials/live-sessions.js';
import { errorAnswer } from '../http-errors/api-dialects.js';
import { asServiceError, refuseUnroutable } from '../http-errors/error.filter.js';
import { idsOnly } from './ids-only.js';
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

/** @returns a function that closes the queues' connections */
export async function addQueueBoard(server: FastifyInstance, options: QueueBoardOptions): Promise<() => Promise<void>> {
  const connection = openRedis(options.redisUrl, 'haru:gateway:queues', options.logger, { maxRetriesPerRequest: null });
  const queues = queueNames.map((name) => new Queue(name, { connection }));
  const adapter = new FastifyAdapter();
  // The board sees the headers of a request, but not its caller.
  const readers = new WeakSet<object>();
  adapter.setBasePath(QUEUES_PATH);
  createBullBoard({
    queues: queues.map((queue) => {
      // The connection reports its errors once itself.
      queue.on('error', () => undefined);
      const board = new BullMQAdapter(queue, { displayName: queueTitles[queue.name] ?? queue.name });
      board.setFormatter('data', idsOnly);
      board.setFormatter('returnValue', idsOnly);
      return board;
    }),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'キュー',
        boardLogo: { path: '/favicon.svg', width: 32, height: 32 },
        favIcon: { default: '/favicon.svg', alternative: '/favicon.ico' },
        miscLinks: [{ text: '運営の画面へ戻る', url: '/admin?tab=numbers' }],
        hideDocsLink: true,
        locale: { lng: 'ja-JP' },
      },
      handlerHooks: {
        after: ({ request }, answer) => withoutStacks(readers.has(request.headers) ? readOnly(answer) : answer),
      },
    },
  });
  // The board's own handler would turn every refusal by the hooks of all routes into a 500.
  adapter.setErrorHandler((error) => {
    const { status, body } = errorAnswer('plain', asServiceError(error), {});
    return { status: status as BoardAnswer['status'], body };
  });
  const refuse = refuseUnroutable(options.publicOrigin);
  await server.register(
    async (scope) => {
      // The request is refused here, not thrown: the board's error handler sends no headers, such as `Retry-After`.
      scope.addHook('onRequest', async (request, reply) => {
        try {
          const { haruRole } = await admit(request, reply, options);
          if (haruRole !== 'admin') readers.add(request.headers);
        } catch (error) {
          refuse(error, request, reply);
          // Returning the reply resolves once it is sent: nothing further may see the request before.
          return reply;
        }
      });
      scope.addHook('onSend', (_request, _reply, payload, done) => done(null, withoutWebFont(payload)));
      scope.setNotFoundHandler((request, reply) => refuse(new ServiceError('ROUTE_NOT_FOUND'), request, reply));
      await scope.register(adapter.registerPlugin());
    },
    { prefix: QUEUES_PATH },
  );
  return async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    connection.disconnect();
  };
}

/** The page requests its fonts from another host, which the policy refuses. */
function withoutWebFont(payload: unknown): unknown {
  return typeof payload === 'string' ? payload.replace(/<link href="https:[^>]*>/, '') : payload;
}

/** The board shows this list for queues made with `readOnlyMode`: its pages then offer no change. */
function readOnly(answer: BoardAnswer): BoardAnswer {
  return withQueues(answer, (queue) => ({ ...queue, readOnlyMode: true, allowRetries: false }));
}

/** The pages show why a job failed; the place in the code is for the log only. */
function withoutStacks(answer: BoardAnswer): BoardAnswer {
  const { body } = answer;
  const shown = (job: unknown): object => ({ ...(job as object), stacktrace: [] });
  if (typeof body === 'object' && 'job' in body) return { ...answer, body: { ...body, job: shown(body.job) } };
  return withQueues(answer, (queue) =>
    'jobs' in queue && Array.isArray(queue.jobs) ? { ...queue, jobs: queue.jobs.map(shown) } : queue,
  );
}

function withQueues(answer: BoardAnswer, change: (queue: object) => object): BoardAnswer {
  const { body } = answer;
  if (typeof body !== 'object' || !('queues' in body) || !Array.isArray(body.queues)) return answer;
  return { ...answer, body: { ...body, queues: body.queues.map((queue: object) => change(queue)) } };
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
