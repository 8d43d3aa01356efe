import { join, resolve } from 'node:path';
import type { BackupSettings } from '../../backup/run-backups.js';
import { root } from '../../common/workspace.js';

/** How many processes of a kind run; the others have a port of their own and so run once. */
type Replicas = Record<
  'auth-service' | 'auth-worker' | 'sites-service' | 'sites-worker' | 'feedback-service' | 'feedback-worker',
  number
>;

export interface Settings {
  /** The folder of everything that is kept between starts. */
  dataDirectory: string;
  /** `built`: processes run from dist. `sources`: from TypeScript, restarted on change, with Vite in front. */
  mode: 'built' | 'sources';
  /** Where the app, the viewer and the mailbox listen. */
  host: string;
  ports: { app: number; viewer: number; smtp: number; mail: number };
  /** Where browsers find the app. */
  publicOrigin: string;
  /** Where browsers find published pages: the viewer. */
  pagesOrigin: string;
  /** Says which pages get an origin of their own: by default those that need one. Some programs cannot resolve it. */
  ownOrigins: { VIEWER_ORIGIN_PATTERN?: string; OWN_ORIGINS_FOR?: string };
  replicas: Replicas;
  /** Whether services share processes. They do not in `npm run dev`, with several replicas, or with SEPARATE_PROCESSES=1. */
  sharesProcesses: boolean;
  /** Backups are kept in this folder or bucket; they are taken by themselves if `everyHours` is set. */
  backups: Omit<BackupSettings, 'key'> & { key: string | undefined };
  /** PostgreSQL and Redis that run already, as in docker-compose.yml. Otherwise the start starts both. */
  servers: { postgresUrl: string; redisUrl: string } | undefined;
  /** Whether to begin with empty data. */
  reset: boolean;
  /** Variables that every process gets beside our own environment. */
  env?: Record<string, string>;
}

/** A mistake in the call, or an obstacle on this machine. The person who started it reads the message. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

type Environment = Record<string, string | undefined>;

/** Settings from the command's arguments and environment. @throws StartError naming all that is wrong. */
export function readSettings(
  args: readonly string[],
  mode: Settings['mode'],
  env: Environment = process.env,
): Settings {
  const unknown = args.filter((arg) => arg !== '--reset');
  const faults = unknown.length ? [`Unknown argument ${unknown.join(' ')}. There is only --reset.`] : [];
  const number = (name: string, otherwise: number, most: number): number => {
    const value = Number(env[name] || otherwise);
    const isValid = Number.isInteger(value) && value >= 1 && value <= most;
    if (!isValid) faults.push(`${name} must be a whole number from 1 to ${most}, not "${env[name]}".`);
    return value;
  };
  const ports = {
    app: number('PORT', 3000, 65_535),
    viewer: number('VIEWER_PORT', 3001, 65_535),
    smtp: number('MAIL_SMTP_PORT', 1025, 65_535),
    mail: number('MAIL_WEB_PORT', 8025, 65_535),
  };
  const replicas = {
    'auth-service': number('AUTH_SERVICE_REPLICAS', 1, 32),
    'auth-worker': number('AUTH_WORKER_REPLICAS', 1, 32),
    'sites-service': number('SITES_SERVICE_REPLICAS', 1, 32),
    'sites-worker': number('SITES_WORKER_REPLICAS', 1, 32),
    'feedback-service': number('FEEDBACK_SERVICE_REPLICAS', 1, 32),
    'feedback-worker': number('FEEDBACK_WORKER_REPLICAS', 1, 32),
  };
  const dataDirectory = resolve(env['HARU_DATA_DIR'] || join(root, '.data'));
  const { POSTGRES_URL: postgresUrl, REDIS_URL: redisUrl } = env;
  const servers = postgresUrl && redisUrl ? { postgresUrl, redisUrl } : undefined;
  if (postgresUrl && !redisUrl) faults.push('Set REDIS_URL too: with POSTGRES_URL no server is started.');
  if (postgresUrl && args.includes('--reset')) faults.push('--reset cannot empty the PostgreSQL of POSTGRES_URL.');
  // The first start keeps it, so that a later one could not correct it.
  if (env['ADMIN_EMAIL'] && !/^[^\s@<>,"]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(env['ADMIN_EMAIL']))
    faults.push('ADMIN_EMAIL must be an address such as admin@haru.example.');
  const backupTarget = env['BACKUP_TARGET'] || undefined;
  const isBucket = /^https?:/.test(backupTarget ?? '') && URL.canParse(backupTarget ?? '');
  if (backupTarget !== undefined && !isBucket && !backupTarget.startsWith('/')) {
    faults.push(
      'BACKUP_TARGET must be the path of a folder that begins with /, or https://key:secret@host/bucket/prefix with %2F for / in the secret.',
    );
  }
  const settings: Settings = {
    dataDirectory,
    mode,
    host: env['HOST'] || '127.0.0.1',
    ports,
    publicOrigin: env['PUBLIC_ORIGIN'] || `http://localhost:${ports.app}`,
    pagesOrigin: env['PAGES_ORIGIN'] || `http://localhost:${ports.viewer}`,
    ownOrigins: ownOriginsOf(env, ports.viewer),
    replicas,
    sharesProcesses:
      mode === 'built' && env['SEPARATE_PROCESSES'] !== '1' && Object.values(replicas).every((count) => count === 1),
    backups: {
      target: backupTarget ?? join(dataDirectory, 'backups'),
      key: env['BACKUP_KEY'] || undefined,
      keep: number('BACKUP_KEEP', 7, 1_000),
      everyHours: backupTarget === undefined ? undefined : number('BACKUP_EVERY_HOURS', 24, 8_760),
    },
    servers,
    reset: args.includes('--reset'),
  };
  if (faults.length > 0) throw new StartError(faults.join('\n'));
  return settings;
}

function ownOriginsOf(env: Environment, viewerPort: number): Settings['ownOrigins'] {
  // Processes get them from our own environment.
  if (env['VIEWER_ORIGIN_PATTERN'] !== undefined || env['PAGES_ORIGIN']) return {};
  const forPages = env['OWN_ORIGINS_FOR'] || 'needed';
  return { VIEWER_ORIGIN_PATTERN: `http://{path}.pages.localhost:${viewerPort}`, OWN_ORIGINS_FOR: forPages };
}
