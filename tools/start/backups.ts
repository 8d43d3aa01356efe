import { join } from 'node:path';
import { openHtmlStorage } from '../../apps/sites-service/src/storage/html-storage/open-html-storage.js';
import type { HtmlStorage } from '../../apps/sites-service/src/storage/html-storage/html-storage.js';
import { htmlStorageEnv } from '../../apps/sites-service/src/storage/html-storage/storage-env.js';
import type { BackupSettings } from '../backup/run-backups.js';
import type { BackupSource } from '../backup/take-backup.js';
import { versionOfThis } from './environment/data-directory.js';
import type { Secrets } from './environment/secrets.js';
import type { Settings } from './environment/settings.js';
import { htmlStorage } from './processes/process-table.js';

interface BackupOptions extends BackupSettings, BackupSource {
  directory: string;
  say: (line: string) => void;
}

/** What backups of this system need. @param databaseUrl the superuser's address */
export async function backupOptions(
  settings: Settings,
  secrets: Secrets,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<BackupOptions> {
  return {
    ...settings.backups,
    key: settings.backups.key ?? secrets.backupKey,
    databaseUrl,
    storage: await openStorage(settings),
    secrets: { ...secrets },
    version: versionOfThis(),
    directory: join(settings.dataDirectory, 'verify'),
    say,
  };
}

/** Opens the storage of pages that the services use. */
export function openStorage(settings: Settings): Promise<HtmlStorage> {
  return openHtmlStorage(
    htmlStorageEnv.parse({ ...process.env, ...settings.env, ...htmlStorage(settings) }).htmlStorage,
  );
}

/** A target as it may be shown: without the keys of a bucket. */
export const placeOf = (target: string): string => target.replace(/\/\/.*@/, '//');
