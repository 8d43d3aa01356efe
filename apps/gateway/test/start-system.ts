import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, parseEnv, type RunningProcess } from '@haru/service-runtime';
import {
  createMigratedDatabase,
  freePort,
  spawnTypeScript,
  startRedis,
  type TestProcess,
  type TestRedis,
} from '@haru/testing';
import type { JWK } from 'jose';
import { serviceEnv } from '../src/config.js';
import { createGateway } from '../src/create-gateway.js';

export interface RunningSystem {
  origin: string;
  /** The viewer shows pages here, if there is one. */
  pagesOrigin: string;
  anonKey: string;
  serviceRoleKey: string;
  /** Access tokens are signed with this ES256 key. */
  signingKey: JWK & { kid: string };
  redis: TestRedis;
  authDatabaseUrl: string;
  sitesDatabaseUrl: string;
  /** It is empty unless the system was started with feedback. */
  feedbackDatabaseUrl: string;
  authService: TestProcess;
  sitesServices: TestProcess[];
  gateway: RunningProcess;
  /** These are all processes but this one, by name; the gateway is among them if it was requested. */
  processes: Record<string, TestProcess>;
  /** Calls as the public client does: with the public key, and the token if there is a session. */
  call(path: string, init?: CallInit): Promise<Response>;
  signUp(): Promise<{ access_token: string; refresh_token: string; user: { id: string; email: string } }>;
  publish(html: string, token?: string): Promise<Response>;
  /** Starts another gateway to the same services, in this process, with other settings. */
  startGateway(env: Record<string, string>): Promise<{ origin: string; close(): Promise<void> }>;
  close(): Promise<void>;
}

export interface CallInit {
  method?: string;
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer>;
  token?: string;
  headers?: Record<string, string>;
}

export interface SystemOptions {
  sitesReplicas?: number;
  withViewer?: boolean;
  /** The worker sends mail (give SMTP_URL) and relays the auth service's events. */
  withAuthWorker?: boolean;
  /** The service takes reports and likes; its worker, which mails, does not run. */
  withFeedback?: boolean;
  /** The gateway is a process of its own, as in production; otherwise it is in this one. */
  withGatewayProcess?: boolean;
  /** The services connect with this URL instead of the test database's. */
  databaseUrlOf?: (url: string) => string;
  env?: Record<string, string>;
}

const appFile = (app: string, file: string) => new URL(`../../${app}/src/${file}`, import.meta.url);

/** The real services run on real servers, with the gateway in this process. */
export async function startSystem({
  sitesReplicas = 1,
  withViewer = false,
  withAuthWorker = false,
  withFeedback = false,
  withGatewayProcess = false,
  databaseUrlOf = (url) => url,
  env = {},
}: SystemOptions = {}): Promise<RunningSystem> {
  const [redis, authDatabase, sitesDatabase, feedbackDatabase, port, viewerPort] = await Promise.all([
    startRedis(),
    createMigratedDatabase(appFile('auth-service', 'migrate.ts')),
    createMigratedDatabase(appFile('sites-service', 'migrate.ts')),
    withFeedback ? createMigratedDatabase(appFile('feedback-service', 'migrate.ts')) : undefined,
    freePort(),
    freePort(),
  ]);
  const signingKey = newSigningKey();
  const storage = await mkdtemp(join(tmpdir(), 'haru-storage-'));
  const origin = `http://127.0.0.1:${port}`;
  const pagesOrigin = `http://127.0.0.1:${viewerPort}`;
  const common = {
    REDIS_URL: redis.url,
    PUBLIC_ORIGIN: origin,
    PAGES_ORIGIN: pagesOrigin,
    LOG_LEVEL: 'warn',
    // Tests send hundreds of requests concurrently, on the gateway's own event loop.
    GATEWAY_MAX_REQUESTS: '1000',
    GATEWAY_MAX_LAG_MS: '10000',
    ...env,
  };
  const auth = {
    // The cost of hashes has tests of its own.
    AUTH_ARGON2_MEMORY_KIB: '1024',
    AUTH_ARGON2_ITERATIONS: '1',
    ...common,
    DATABASE_URL: databaseUrlOf(authDatabase.serviceUrl),
    AUTH_SIGNING_KEYS: JSON.stringify({ keys: [signingKey] }),
    AUTH_REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  };
  const sites = {
    ...common,
    DATABASE_URL: databaseUrlOf(sitesDatabase.serviceUrl),
    HTML_STORAGE_DIR: storage,
    PAGE_MANIFEST_KEY: randomBytes(32).toString('hex'),
  };
  const others: Record<string, TestProcess> = {};
  if (feedbackDatabase) {
    const feedback = { ...common, DATABASE_URL: databaseUrlOf(feedbackDatabase.serviceUrl) };
    others['feedback-service'] = spawnTypeScript(appFile('feedback-service', 'main.ts'), { env: feedback });
  }
  const authService = spawnTypeScript(appFile('auth-service', 'main.ts'), { env: auth });
  const sitesServices = Array.from({ length: sitesReplicas }, () =>
    spawnTypeScript(appFile('sites-service', 'main.ts'), { env: sites }),
  );
  if (withViewer) {
    const env = { ...sites, HOST: '127.0.0.1', PORT: String(viewerPort) };
    others['sites-viewer'] = spawnTypeScript(appFile('sites-service', 'viewer.ts'), { env });
    others['sites-worker'] = spawnTypeScript(appFile('sites-service', 'worker.ts'), { env: sites });
  }
  if (withAuthWorker) others['auth-worker'] = spawnTypeScript(appFile('auth-service', 'worker.ts'), { env: auth });
  const processes: Record<string, TestProcess> = {
    'auth-service': authService,
    ...Object.fromEntries(sitesServices.map((process, index) => [`sites-service-${index + 1}`, process])),
    ...others,
  };
  await Promise.all(Object.values(processes).map((process) => process.waitUntilReady()));

  const anonKey = `anon-${randomUUID()}`;
  const serviceRoleKey = `service-${randomUUID()}`;
  const gatewayEnv = {
    ...common,
    HOST: '127.0.0.1',
    PORT: String(port),
    ANON_KEY: anonKey,
    SERVICE_ROLE_KEY: serviceRoleKey,
  };
  const gateway = withGatewayProcess
    ? await startGatewayProcess(gatewayEnv, processes)
    : await createGateway(parseEnv(serviceEnv, gatewayEnv), createLogger('gateway', 'warn'));

  const call = (path: string, { method = 'GET', json, body, token, headers }: CallInit = {}) =>
    fetch(origin + path, {
      method,
      body: json === undefined ? body : JSON.stringify(json),
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${token ?? anonKey}`,
        'x-supabase-api-version': '2024-01-01',
        'content-type': 'application/json',
        ...headers,
      },
    });

  return {
    origin,
    pagesOrigin,
    anonKey,
    serviceRoleKey,
    signingKey,
    redis,
    authDatabaseUrl: authDatabase.url,
    sitesDatabaseUrl: sitesDatabase.url,
    feedbackDatabaseUrl: feedbackDatabase?.url ?? '',
    authService,
    sitesServices,
    gateway,
    processes,
    call,
    async signUp() {
      const answer = await call('/auth/v1/signup', { method: 'POST', json: {} });
      return (await answer.json()) as {
        access_token: string;
        refresh_token: string;
        user: { id: string; email: string };
      };
    },
    publish: (html, token) =>
      call('/functions/v1/create-site', { method: 'POST', json: { html_content: html }, token }),
    async startGateway(env) {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const settings = { ...gatewayEnv, PUBLIC_ORIGIN: origin, PORT: String(port), ...env };
      const other = await createGateway(parseEnv(serviceEnv, settings), createLogger('gateway', 'warn'));
      return { origin, close: () => other.close() };
    },
    async close() {
      await gateway.close();
      await Promise.all(Object.values(processes).map((process) => process.stop()));
      await redis.stop();
      await Promise.all([authDatabase.drop(), sitesDatabase.drop()]);
      await feedbackDatabase?.drop();
      await rm(storage, { recursive: true, force: true });
    },
  };
}

async function startGatewayProcess(
  env: Record<string, string | undefined>,
  processes: Record<string, TestProcess>,
): Promise<RunningProcess> {
  const gateway = spawnTypeScript(appFile('gateway', 'main.ts'), { env });
  processes['gateway'] = gateway;
  await gateway.waitUntilReady();
  return { close: async () => void (await gateway.stop()) };
}

function newSigningKey(): JWK & { kid: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}
