import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, parseEnv, type RunningProcess, type ServiceDefinition } from '@haru/service-runtime';
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
  /** These are all processes but this one, by name: all that were requested. */
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
  withViewer?: boolean;
  /** The worker sends mail (give SMTP_URL) and relays the auth service's events. */
  withAuthWorker?: boolean;
  /** The service takes reports and likes; its worker, which mails, does not run. */
  withFeedback?: boolean;
  /** The gateway is a process of its own; otherwise it is in this one. */
  withGatewayProcess?: boolean;
  /**
   * The services are processes of their own, as in production; otherwise they are in this one, whose modules serve all
   * systems of the tests: a process takes two seconds of processor time to load them.
   */
  withServiceProcesses?: boolean;
  env?: Record<string, string>;
}

const appFile = (app: string, file: string) => new URL(`../../${app}/src/${file}`, import.meta.url);

type Variables = Record<string, string>;

/** The real services run on real servers, all in this process unless others are requested. */
export async function startSystem({
  withViewer = false,
  withAuthWorker = false,
  withFeedback = false,
  withGatewayProcess = false,
  withServiceProcesses = false,
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
    DATABASE_URL: authDatabase.serviceUrl,
    AUTH_SIGNING_KEYS: JSON.stringify({ keys: [signingKey] }),
    AUTH_REFRESH_TOKEN_SECRET: randomBytes(32).toString('hex'),
  };
  const sites = {
    ...common,
    DATABASE_URL: sitesDatabase.serviceUrl,
    HTML_STORAGE_DIR: storage,
    PAGE_MANIFEST_KEY: randomBytes(32).toString('hex'),
  };
  const processes: Record<string, TestProcess> = {};
  const spawn = async (name: string, file: URL, env: Variables): Promise<RunningProcess> => {
    const started = spawnTypeScript(file, { env });
    processes[name] = started;
    await started.waitUntilReady();
    return { close: async () => void (await started.stop()) };
  };
  const start = (name: string, file: URL, env: Variables): Promise<RunningProcess> =>
    withServiceProcesses ? spawn(name, file, env) : startHere(name, file, env);
  const services = await Promise.all([
    start('auth-service', appFile('auth-service', 'main.ts'), auth),
    start('sites-service-1', appFile('sites-service', 'main.ts'), sites),
    ...(feedbackDatabase
      ? [
          start('feedback-service', appFile('feedback-service', 'main.ts'), {
            ...common,
            DATABASE_URL: feedbackDatabase.serviceUrl,
          }),
        ]
      : []),
    ...(withViewer
      ? [
          start('sites-viewer', appFile('sites-service', 'viewer.ts'), {
            ...sites,
            HOST: '127.0.0.1',
            PORT: String(viewerPort),
          }),
          start('sites-worker', appFile('sites-service', 'worker.ts'), sites),
        ]
      : []),
    ...(withAuthWorker ? [start('auth-worker', appFile('auth-service', 'worker.ts'), auth)] : []),
  ]);

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
    ? await spawn('gateway', appFile('gateway', 'main.ts'), gatewayEnv)
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
      await Promise.all(services.map((service) => service.close()));
      await redis.stop();
      await Promise.all([authDatabase.drop(), sitesDatabase.drop()]);
      await feedbackDatabase?.drop();
      await rm(storage, { recursive: true, force: true });
    },
  };
}

/** An app never imports another one, so the entry is loaded by its address. */
export async function startHere(name: string, file: URL, env: Variables): Promise<RunningProcess> {
  const { service } = (await import(file.href)) as { service: ServiceDefinition };
  return service.start(parseEnv(service.env, env), createLogger(name, process.env['LOG_LEVEL'] ?? 'silent'));
}

function newSigningKey(): JWK & { kid: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}
