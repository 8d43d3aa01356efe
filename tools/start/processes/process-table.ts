import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Databases } from '../databases.js';
import type { Secrets } from '../environment/secrets.js';
import { root } from '../../common/workspace.js';
import { type Settings } from '../environment/settings.js';
import type { ProcessPlan } from './supervisor.js';

/** The values of which the environments of the processes are made. */
export interface Wiring {
  databases: Databases;
  redisUrl: string;
  secrets: Secrets;
  /** Where the gateway listens: the app's port, or one behind Vite in `npm run dev`. */
  gatewayPort: number;
  /** The process that receives uploads listens on this port. The gateway forwards them. */
  uploadsPort: number;
}

const TYPESCRIPT_HOOK = pathToFileURL(join(root, 'tools/register-typescript.mjs')).href;

const fromBuilds = ['--import', pathToFileURL(join(root, 'tools/preload.mjs')).href];
const fromSources = ['--enable-source-maps', '--conditions=@haru/source', '--import', TYPESCRIPT_HOOK];

/** Node's arguments for an entry file of an app, from its build or from its source. */
function entry(mode: Settings['mode'], app: string, file: string): string[] {
  if (mode === 'built') return [...fromBuilds, join(root, 'apps', app, 'dist', `${file}.js`)];
  return [...fromSources, join(root, 'apps', app, 'src', `${file}.ts`)];
}

/**
 * The viewer's pages are outside of V8's heap, and evicted ones stay in memory until V8 collects. With 128 MB kept and a
 * constant change of pages it has 340 MB resident. With a collection when the heap has grown by 70 % it has 290, and misses
 * cost a tenth more. With a young generation of 16 MB instead of 4 an answer takes a tenth less processor time, and the
 * process 15 MB more memory.
 * The same stands in docker-compose.yml and k8s/base/processes/sites-viewer.yaml.
 */
export const viewerHeap = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--heap-growing-percent=70'];

/**
 * Floods and large bodies leave much garbage. With Node's own settings the gateway grew to 510 MiB of the 512 that its
 * manifest allows, and did not shrink. The same stands in docker-compose.yml and
 * k8s/base/processes/gateway.yaml.
 */
export const gatewayHeap = ['--heap-growing-percent=70'];

/**
 * Checking live pages of 1 MiB again leaves much to collect, and V8 collects late: after a minute of it the process had
 * 444 MB with Node's own settings and 350 with these. The thread of the checks has up to 176 MB of that.
 * The same stands in docker-compose.yml and k8s/base/processes/sites-worker.yaml.
 */
export const sitesWorkerHeap = ['--heap-growing-percent=70'];

/**
 * These services share a process if none has replicas, because each process takes 50 MB for libraries. The process that
 * has the signing keys never handles published pages. Gateway and viewer have processes of their own.
 */
const compositions = {
  accounts: ['auth-service', 'auth-worker', 'feedback-service', 'feedback-worker'],
  sites: ['sites-service', 'sites-worker', 'sites-uploads'],
} as const;

/**
 * The memory of every process, unless its command has flags of its own; the same stands in the Dockerfile.
 * - On a machine with much memory V8 lets the young generation have 128 MB: with pages of 1 MiB sites-service had 800 MiB of
 *   the 768 that its manifest allows, and auth-service went from 156 to 284 and back. With 16 instead of 8, sites-service has
 *   over 200 MiB while it is idle.
 * - glibc's malloc keeps memory for each thread that compresses or reads files, a dozen MB for each process.
 */
export const memoryEnvironment = { NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_ARENA_MAX: '2' };

/** Without it malloc keeps 8 MB that the start has freed. Processes that compress pages do not have it: it costs 0.4 ms a page. */
const trimEarly = { MALLOC_TRIM_THRESHOLD_: '131072' };

const sourcesOf = (app: string): string[] => [`apps/${app}/src`, 'libs'];

function environments(settings: Settings, { databases, redisUrl, secrets }: Wiring) {
  const common = {
    ...memoryEnvironment,
    ...settings.env,
    // The superuser's address is for the start alone.
    POSTGRES_URL: '',
    NODE_ENV: settings.mode === 'built' ? 'production' : 'development',
    REDIS_URL: redisUrl,
    PUBLIC_ORIGIN: settings.publicOrigin,
    PAGES_ORIGIN: settings.pagesOrigin,
    ...settings.ownOrigins,
    SMTP_URL: process.env['SMTP_URL'] || `smtp://127.0.0.1:${settings.ports.smtp}`,
    MAIL_FROM: process.env['MAIL_FROM'] || 'Haru <no-reply@haru.invalid>',
  };
  return {
    common,
    auth: {
      ...common,
      ...trimEarly,
      DATABASE_URL: databases.urls.auth,
      AUTH_SIGNING_KEYS: JSON.stringify(secrets.authSigningKeys),
      AUTH_REFRESH_TOKEN_SECRET: secrets.authRefreshTokenSecret,
      AUTH_FACTOR_SECRET: secrets.authFactorSecret,
      // The first admin signs in with a password that was printed on this machine.
      STAFF_SECOND_FACTOR: process.env['STAFF_SECOND_FACTOR'] ?? 'optional',
    },
    sites: {
      ...common,
      DATABASE_URL: databases.urls.sites,
      PAGE_MANIFEST_KEY: secrets.pageManifestKey,
      ...htmlStorage(settings),
    },
    feedback: { ...common, ...trimEarly, DATABASE_URL: databases.urls.feedback },
  };
}

/** A folder among the data, unless our own environment or `settings.env`, which every process gets, names an S3 server. */
export function htmlStorage(settings: Settings): Record<string, string> {
  return process.env['S3_ENDPOINT'] || settings.env?.['S3_ENDPOINT']
    ? {}
    : { HTML_STORAGE_DIR: join(settings.dataDirectory, 'html') };
}

/** The processes that bring the databases' schemas up to date; each ends by itself. */
export function migrationPlans(settings: Settings, wiring: Wiring): ProcessPlan[] {
  const { urls, ownerUrls } = wiring.databases;
  const environmentOf = environments(settings, wiring);
  return (Object.keys(urls) as (keyof typeof urls)[]).map((name) => ({
    name: `${name}-migrate`,
    args: [...entry(settings.mode, `${name}-service`, 'migrate'), '--refuse-newer'],
    env: { ...environmentOf[name], MIGRATION_DATABASE_URL: ownerUrls[name] },
    sources: [],
  }));
}

/** All processes in the order in which they are started, group by group; they are stopped the other way round. */
export function processPlans(settings: Settings, wiring: Wiring): ProcessPlan[][] {
  const { mode, replicas, ports, host, sharesProcesses } = settings;
  const { common, ...environmentOf } = environments(settings, wiring);
  const { sites } = environmentOf;
  const partsOf = (name: keyof typeof replicas | 'sites-uploads') =>
    name.split('-') as [database: keyof typeof environmentOf, kind: 'service' | 'worker' | 'uploads'];

  const uploadsAddress = { HOST: '127.0.0.1', PORT: String(wiring.uploadsPort) };
  /** Services in one process, each with the address of its database. */
  const together = (name: keyof typeof compositions): ProcessPlan => {
    const services = compositions[name];
    const environments = services.map((service) => {
      const env = environmentOf[partsOf(service)[0]];
      return { ...env, [`${service.toUpperCase().replace('-', '_')}__DATABASE_URL`]: env.DATABASE_URL };
    });
    return {
      name,
      services,
      args: [
        ...fromBuilds,
        ...sitesWorkerHeap,
        join(root, 'tools/start/services.mjs'),
        `--services=${services.join(',')}`,
      ],
      env: Object.assign({}, ...environments, name === 'sites' ? uploadsAddress : {}) as Record<string, string>,
      sources: [],
    };
  };

  const apart = (Object.keys(replicas) as (keyof typeof replicas)[]).flatMap((name) => {
    const [database, kind] = partsOf(name);
    const app = `${database}-service`;
    return Array.from({ length: replicas[name] }, (_, index) => ({
      name: replicas[name] === 1 ? name : `${name}-${index + 1}`,
      args: [
        ...(name === 'sites-worker' ? sitesWorkerHeap : []),
        ...entry(mode, app, kind === 'worker' ? kind : 'main'),
      ],
      env: environmentOf[database],
      sources: sourcesOf(app),
      givesWay: kind === 'worker',
    }));
  });

  const viewer: ProcessPlan = {
    name: 'sites-viewer',
    args: [...viewerHeap, ...entry(mode, 'sites-service', 'viewer')],
    env: { ...sites, HOST: host, PORT: String(ports.viewer) },
    sources: sourcesOf('sites-service'),
  };
  const uploads: ProcessPlan = {
    name: 'sites-uploads',
    args: entry(mode, 'sites-service', 'uploads'),
    env: { ...sites, ...uploadsAddress },
    sources: sourcesOf('sites-service'),
  };
  const gateway: ProcessPlan = {
    name: 'gateway',
    args: [...gatewayHeap, ...entry(mode, 'gateway', 'main')],
    env: {
      ...common,
      ...trimEarly,
      HOST: mode === 'built' ? host : '127.0.0.1',
      PORT: String(wiring.gatewayPort),
      UPLOADS_ORIGIN: `http://127.0.0.1:${wiring.uploadsPort}`,
      ANON_KEY: wiring.secrets.anonKey,
      SERVICE_ROLE_KEY: wiring.secrets.serviceRoleKey,
      ...(mode === 'built' ? { WEB_ROOT: join(root, 'apps/web/dist') } : {}),
    },
    sources: sourcesOf('gateway'),
  };
  return [
    [...(sharesProcesses ? [together('accounts'), together('sites')] : [...apart, uploads]), viewer],
    [gateway],
    ...(mode === 'sources' ? [[webPlan(settings, wiring)]] : []),
  ];
}

/** Vite's own server at the app's address, which passes on to the gateway what is not the app's. */
function webPlan({ ports, host }: Settings, { gatewayPort }: Wiring): ProcessPlan {
  const address = `http://${host}:${ports.app}/`;
  return {
    name: 'web',
    // Node loads the configuration itself, because contracts are imported from their sources.
    args: [...fromSources, join(root, 'node_modules/vite/bin/vite.js'), '--configLoader', 'native', '--host', host],
    cwd: join(root, 'apps/web'),
    env: { PORT: String(ports.app), GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`, NODE_ENV: 'development' },
    // Vite watches for itself.
    sources: [],
    isReady: () =>
      fetch(address, { headers: { accept: 'text/html' } }).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}
