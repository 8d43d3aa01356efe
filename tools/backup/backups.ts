import type { Checks } from './checks.js';
import { BackupError, type BackupStore, type Vault } from './vault.js';

export interface BackupManifest {
  /** The time and the id of the key: `20261127T071500Z-1a2b3c4d`. */
  name: string;
  /** It is the version of Haru. An older one refuses the restored data. */
  version: string;
  /** Everything that was acknowledged before this time is in the backup. */
  takenAt: string;
  databaseParts: number;
  fileParts: number;
  files: number;
  /** These files were not in storage. */
  missingFiles: string[];
  secrets: Record<string, unknown>;
  checks: Checks;
}

/** @returns names of backups, the newest first; an incomplete one has no manifest */
export async function listBackups(store: BackupStore): Promise<{ complete: string[]; incomplete: string[] }> {
  const objects = (await store.list('')).filter((object) => /^\d{8}T\d{6}Z-[0-9a-f]{8}\//.test(object));
  const names = [...new Set(objects.map((object) => object.slice(0, object.indexOf('/'))))].sort().reverse();
  const complete = names.filter((name) => objects.includes(`${name}/manifest`));
  return { complete, incomplete: names.filter((name) => !complete.includes(name)) };
}

/** @param name of a backup, or `latest`. @throws BackupError */
export async function describeBackup(vault: Vault, name: string): Promise<BackupManifest> {
  const { complete } = await listBackups(vault.store);
  const found = name === 'latest' ? complete[0] : complete.find((known) => known === name);
  if (!found) throw new BackupError(`There is no backup ${name}. There are: ${complete.join(', ') || 'none'}.`);
  const keyId = found.split('-')[1];
  if (keyId !== vault.keyId) {
    throw new BackupError(`The backup ${found} was made with the key ${keyId}, and BACKUP_KEY is ${vault.keyId}.`);
  }
  // It is authenticated, so its shape needs no check.
  return JSON.parse((await vault.get(`${found}/manifest`)).toString()) as BackupManifest;
}

const HASH_BYTES = 32;

export async function* readFileHashes(vault: Vault, { name, fileParts }: BackupManifest): AsyncGenerator<string> {
  for await (const part of vault.getStream(`${name}/files`, fileParts)) {
    for (let at = 0; at < part.length; at += HASH_BYTES) yield part.toString('hex', at, at + HASH_BYTES);
  }
}
