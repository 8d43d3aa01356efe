import type { AddressInfo } from 'node:net';
import accepts from '@fastify/accepts';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { pageAddressesOf } from '@haru/contracts';
import { RequestClient, RequestServer } from '@haru/messaging';
import { type Logger, NestLogger, openRedis, type RunningProcess, SettingsModule } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify, type RawServerDefault } from 'fastify';
import { checkBeforeBody } from './request-checks.js';
import { refusePageScripts } from './http/page-scripts.js';
import { newRequestId } from './http/request-id.js';
import { LiveSessions } from './credentials/live-sessions.js';
import { EnvironmentKeys } from './credentials/environment-keys.js';
import { VerifiedTokens } from './credentials/verified-tokens.js';
import { FailedCredentials } from './credentials/failed-credentials.js';
import { Admission } from './admission/admission.js';
import { trustedHops } from './admission/client-of.js';
import { admitBodies } from './admission/request-body.js';
import { countSentPages, UnsentPages } from './admission/unsent-pages.js';
import { dropUnreadBodies } from './admission/unread-body.js';
import { addQueueBoard } from './admin/queue-board.js';
import { QueueSessions } from './admin/queue-session.js';
import { Failures } from './admin/failures.js';
import { AppModule } from './app.module.js';
import type { ServiceEnv } from './config.js';
import { createFrontDoor } from './front-door/front-door.js';
import { addListeners, BACKLOG, canShareAPort, requireFreePort } from './front-door/listeners.js';
import { apiHeaders, corsOptions } from './http/headers.js';
import { readUnsubscribeForms } from './http/form-body.js';
import { readJsonBodies } from './http/json-body.js';
import { uploadProxy } from './front-door/upload-proxy.js';
import { refuseBrowsers } from './http/browser-requests.js';
import { readPageBodies } from './http/page-body.js';
import { createWebApp } from './front-door/web-app.js';
import { limitBounds } from './rate-limits/limit-table.js';
import { RATE_LIMIT_REDIS } from './rate-limits/rate-limits.js';
import { ErrorFilter, refuseUnroutable } from './http-errors/error.filter.js';
import { observeRequests, observeUpstream } from './system/request-observer.js';

/** All calls of one request to services end within this time: after it, people get SERVICE_TIMEOUT. */
const CALLS_TIMEOUT_MS = 9_000;

interface RunningGateway extends RunningProcess {
  /** The environment may ask for port 0; this is the one that it listens on. */
  port: number;
}

export async function createGateway(env: ServiceEnv, logger: Logger): Promise<RunningGateway> {
  const onTls = env.PUBLIC_ORIGIN.startsWith('https:');
  const addresses = pageAddressesOf(env);
  const web = env.WEB_ROOT ? await createWebApp(env.WEB_ROOT, onTls, addresses.frameSources) : undefined;
  const verifiedTokens = new VerifiedTokens();
  const environmentKeys = new EnvironmentKeys(env.ANON_KEY, env.SERVICE_ROLE_KEY);
  const failedCredentials = new FailedCredentials(env.AUTH_RATE_LIMITS);
  const unsentPages = new UnsentPages(env.GATEWAY_MAX_UNSENT_BYTES);
  const admission = new Admission(env, environmentKeys, verifiedTokens, failedCredentials, unsentPages);
  const uploads = env.UPLOADS_ORIGIN ? uploadProxy(env.UPLOADS_ORIGIN, env.PUBLIC_ORIGIN) : undefined;
  const server = fastify<RawServerDefault>({
    logger: false,
    trustProxy: trustedHops(env.TRUST_PROXY),
    genReqId: newRequestId,
    frameworkErrors: refuseUnroutable(env.PUBLIC_ORIGIN),
    forceCloseConnections: 'idle',
    // A request over an open connection is answered normally while the gateway stops.
    return503OnClosing: false,
    // `curl -T` sends the name of the file, which may have 255 characters.
    routerOptions: { maxParamLength: 255 },
    // Nest removes the slash at the end of a route's path.
    rewriteUrl: ({ url = '/' }) => (url === '/docs/' ? '/docs' : url),
    serverFactory: (api) =>
      createFrontDoor(api, { web, uploads, pageAddresses: addresses, admission, observe: observeUpstream(logger) }),
  });
  observeRequests(server, logger);
  await server.register(helmet, apiHeaders(onTls));
  await server.register(accepts);
  server.addHook('onRequest', async (request, reply) => {
    // Answers are for the caller alone, unless their route says otherwise.
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
  });
  refusePageScripts(server, addresses);
  await server.register(cors, corsOptions);
  refuseBrowsers(server, env.PUBLIC_ORIGIN);
  readJsonBodies(server);
  readPageBodies(server);
  readUnsubscribeForms(server);

  const services = new RequestClient({ redisUrl: env.REDIS_URL, totalTimeoutMs: CALLS_TIMEOUT_MS });
  const nestLogger = new NestLogger(logger);
  const rateLimitRedis = openRedis(env.REDIS_URL, 'haru:gateway:rate-limits', nestLogger, {
    enableAutoPipelining: true,
    // A Redis that hangs counts as unavailable; then each replica counts for itself.
    commandTimeout: 1_000,
  });
  const failures = new Failures(rateLimitRedis, logger);
  server.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode >= 500) void failures.note();
  });
  await services.connect();
  // These exist before Nest's modules: connections, and what requests pass before the framework.
  const shared = [
    { provide: RequestClient, useValue: services },
    { provide: RATE_LIMIT_REDIS, useValue: rateLimitRedis },
    { provide: Failures, useValue: failures },
    { provide: EnvironmentKeys, useValue: environmentKeys },
    { provide: VerifiedTokens, useValue: verifiedTokens },
    { provide: FailedCredentials, useValue: failedCredentials },
    { provide: UnsentPages, useValue: unsentPages },
  ];
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: class GatewayProcess {},
      imports: [
        SettingsModule.of({ ...env, addresses, limits: limitBounds(env) }),
        { module: class SharedModule {}, global: true, providers: shared, exports: shared },
        AppModule,
      ],
    },
    new FastifyAdapter(server),
    { logger: nestLogger, bodyParser: false },
  );
  checkBeforeBody(server, app);
  admitBodies(server, admission);
  dropUnreadBodies(server);
  countSentPages(server, unsentPages);
  app.useGlobalFilters(new ErrorFilter(logger, env.PUBLIC_ORIGIN));
  const closeBoard = addQueueBoard(server, {
    redisUrl: env.REDIS_URL,
    publicOrigin: env.PUBLIC_ORIGIN,
    cookies: app.get(QueueSessions),
    sessions: app.get(LiveSessions),
    services,
    logger: nestLogger,
  });
  app.connectMicroservice({ strategy: new RequestServer({ redisUrl: env.REDIS_URL }) });
  await app.startAllMicroservices();
  await requireFreePort(env.PORT, env.HOST);
  const address = { port: env.PORT, host: env.HOST, reusePort: canShareAPort, backlog: BACKLOG };
  await app.listen(address);
  const closeListeners = canShareAPort ? await addListeners(server.server) : undefined;

  return {
    port: (server.server.address() as AddressInfo).port,
    close: async () => {
      // A connection whose last answer was not complete when closing began becomes idle only later.
      const sweep = setInterval(() => server.server.closeIdleConnections(), 50);
      await Promise.all([app.close(), closeListeners?.()]);
      clearInterval(sweep);
      admission.close();
      await Promise.all([closeBoard(), web?.close(), services.close()]);
      rateLimitRedis.disconnect();
    },
  };
}
