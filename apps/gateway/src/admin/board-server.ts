import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { ControllerHandlerReturnType as BoardAnswer } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import { queueNames, queueTitles, ServiceError } from '@haru/contracts';
import { type ConnectionLogger, openRedis } from '@haru/service-runtime';
import { Queue } from 'bullmq';
import { fastify, type FastifyInstance } from 'fastify';
import { errorAnswer } from '../http-errors/api-dialects.js';
import { asServiceError, refuseUnroutable } from '../http-errors/error.filter.js';
import { boardDates, boardStyle, boardTheme, readerStyle } from './board-look.js';
import { idsOnly } from './ids-only.js';
import { QUEUES_PATH } from './queue-session.js';

interface BoardServerOptions {
  redisUrl: string;
  publicOrigin: string;
  logger: ConnectionLogger;
  /** Whether the caller of the request with these headers may change nothing. */
  isReader: (headers: object) => boolean;
}

/** Makes the server of the queues' pages, which listens nowhere: it takes requests of callers that were admitted. */
export async function makeBoardServer(options: BoardServerOptions): Promise<FastifyInstance> {
  const connection = openRedis(options.redisUrl, 'haru:gateway:queues', options.logger, { maxRetriesPerRequest: null });
  const queues = queueNames.map((name) => new Queue(name, { connection }));
  const adapter = new FastifyAdapter();
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
        hideDocsLink: true,
        hideRedisDetails: true,
        theme: boardTheme,
        dateFormats: boardDates,
        locale: { lng: 'ja-JP' },
      },
      handlerHooks: {
        after: ({ request }, answer) => withoutStacks(options.isReader(request.headers) ? readOnly(answer) : answer),
      },
    },
  });
  // The board's own handler would turn every refusal by the hooks of all routes into a 500.
  adapter.setErrorHandler((error) => {
    const { status, body } = errorAnswer('plain', asServiceError(error), {});
    return { status: status as BoardAnswer['status'], body };
  });
  const refuse = refuseUnroutable(options.publicOrigin);
  const server = fastify();
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
    const style = boardStyle + (options.isReader(raw.headers) ? readerStyle : '');
    done(null, isPage ? withStyle(payload, style) : payload);
  });
  server.addHook('onClose', async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    connection.disconnect();
  });
  server.setNotFoundHandler((request, reply) => refuse(new ServiceError('ROUTE_NOT_FOUND'), request, reply));
  await server.register(adapter.registerPlugin(), { prefix: QUEUES_PATH });
  await server.ready();
  return server;
}

const wayBack = '<a id="back" href="/admin?tab=numbers">運営の画面へ戻る</a>';

/** Replaces the fonts of another host, which the policy refuses, by a style that follows the page's own. */
function withStyle(page: string, style: string): string {
  return page
    .replace(/<link href="https:[^>]*>/, '')
    .replace('</head>', `<style>${style}</style></head>`)
    .replace('<div id="root">', `${wayBack}$&`);
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
