import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openVault } from '../backup/run-backups.js';
import { restoreBackup } from '../backup/restore-backup.js';
import { openStorage } from './backups.js';
import { lockDataDirectory, moveAside, VERSION } from './environment/data-directory.js';
import { readSecrets, writeSecrets } from './environment/secrets.js';
import { StartError, type Settings } from './environment/settings.js';

/**
 * Puts a backup in place of the data, which are moved aside. Redis begins empty: the outboxes send their events again.
 * @returns what to print. @throws BackupError or StartError, and the data are as they were
 */
export async function restoreSystem(settings: Settings, backup: string): Promise<string> {
  const { dataDirectory, backups } = settings;
  if (settings.servers)
    throw new StartError('A restore writes a PostgreSQL of its own into the data folder. Run it without POSTGRES_URL.');
  const release = await lockDataDirectory(dataDirectory);
  const incoming = join(dataDirectory, 'incoming');
  try {
    const vault = await openVault({ target: backups.target, key: backups.key ?? (await keptKey(dataDirectory)) });
    await rm(incoming, { recursive: true, force: true });
    const manifest = await restoreBackup(vault, backup, {
      cluster: join(incoming, 'postgres'),
      storage: await openStorage({ ...settings, dataDirectory: incoming }),
    });
    await writeSecrets(join(incoming, 'secrets.json'), manifest.secrets);
    await writeFile(join(incoming, VERSION), `${manifest.version}\n`);
    await moveAside(dataDirectory);
    for (const name of await readdir(incoming)) await rename(join(incoming, name), join(dataDirectory, name));
    return [
      `The backup ${manifest.name} is restored: everything that was acknowledged before ${manifest.takenAt} is there.`,
      ...(manifest.missingFiles.length > 0 ? [`${manifest.missingFiles.length} files were not in storage then.`] : []),
      'The data from before are in a folder before-… beside it. Start the system with npm start.',
    ].join('\n');
  } finally {
    await rm(incoming, { recursive: true, force: true });
    await release();
  }
}

async function keptKey(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, 'secrets.json');
  const { backupKey } = existsSync(file) ? await readSecrets(file) : {};
  if (backupKey === undefined)
    throw new StartError('Set BACKUP_KEY: there is no secrets.json with the key of the backup.');
  return backupKey;
}
