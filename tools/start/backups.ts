import { join } from 'node:path';
import { type HtmlStorage, openHtmlStorage } from '../../apps/sites-service/src/storage/html-storage/html-storage.js';
import type { RunnerOptions } from '../backup/run-backups.js';
import { versionOfThis } from './environment/data-directory.js';
import type { Secrets } from './environment/secrets.js';
import type { Settings } from './environment/settings.js';
import { htmlStorage } from './processes/process-table.js';

/** Returns what backups of this system need. @param databaseUrl the superuser's address */
export async function backupOptions(
  settings: Settings,
  secrets: Secrets,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<RunnerOptions> {
  return {
    ...settings.backups,
    key: settings.backups.key ?? secrets.backupKey,
    databaseUrl,
    storage: await openStorage(settings),
    // The cluster has the password of its own superuser, also when it is not the Postgres that we start.
    secrets: { ...secrets, postgresPassword: decodeURIComponent(new URL(databaseUrl).password) },
    version: versionOfThis(),
    directory: join(settings.dataDirectory, 'verify'),
    say,
  };
}

/** Opens the storage of pages that the services use. */
export async function openStorage(settings: Settings): Promise<HtmlStorage> {
  const { HTML_STORAGE_DIR: directory } = htmlStorage(settings);
  if (directory !== undefined) return openHtmlStorage({ kind: 'disk', directory });
  const { htmlStorageEnv } = await import('../../apps/sites-service/src/storage/html-storage/storage-env.js');
  return openHtmlStorage(htmlStorageEnv.parse({ ...process.env, ...settings.env }).htmlStorage);
}

/** Leaves out the keys of a bucket, so that the target can be logged. */
export const withoutCredentials = (target: string): string => target.replace(/\/\/.*@/, '//');
