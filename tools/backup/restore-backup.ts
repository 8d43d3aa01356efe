import { spawn } from 'node:child_process';
import { hash as hashOf } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { freePort, startPostgresServer } from '@haru/local-servers';
import type { HtmlStorage } from '../../apps/sites-service/src/storage/html-storage/html-storage.js';
import { describeBackup, readFileHashes, type BackupManifest } from './backups.js';
import { differencesOf } from './checks.js';
import { BackupError, type Vault } from './vault.js';

/** Puts the database's folder and all files of a backup back. @throws BackupError when it is damaged */
export async function restoreBackup(
  vault: Vault,
  name: string,
  { cluster, storage }: { cluster: string; storage: HtmlStorage },
): Promise<BackupManifest> {
  const manifest = await describeBackup(vault, name);
  await extractCluster(vault, manifest, cluster);
  await storage.prepare();
  await readFiles(vault, manifest, (hash, bytes) => storage.writeFile(hash, bytes));
  return manifest;
}

/**
 * Restores a backup into a server of its own and compares it with what was there when it was taken. All files are read.
 * @param directory of this alone: the server's folder is made in it and removed
 * @throws BackupError with every difference
 */
export async function verifyBackup(vault: Vault, name: string, directory: string): Promise<BackupManifest> {
  const manifest = await describeBackup(vault, name);
  // A verification that was killed leaves its cluster.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o711 });
  const cluster = await mkdtemp(join(directory, 'verify-'));
  try {
    await extractCluster(vault, manifest, cluster);
    await readFiles(vault, manifest, async () => undefined);
    const password = String(manifest.secrets['postgresPassword']);
    const settings = { shared_buffers: '16MB', max_connections: 10 };
    const server = await startPostgresServer({
      ...{ directory: cluster, port: await freePort(), password, settings, throwAway: true },
    });
    try {
      const differences = await differencesOf(server.url, new Date(manifest.takenAt), manifest.checks);
      if (differences.length > 0) throw new BackupError(`The backup is incomplete. ${differences.join(' ')}`);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(cluster, { recursive: true, force: true });
  }
  return manifest;
}

async function extractCluster(vault: Vault, { name, databaseParts }: BackupManifest, cluster: string): Promise<void> {
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  // Postgres writes its own name as the owner's, which this system may not know.
  const tar = spawn('tar', ['-x', '--numeric-owner', '-C', cluster], { stdio: ['pipe', 'ignore', 'pipe'] });
  const complaints = tar.stderr.toArray();
  const ended = once(tar, 'close') as Promise<[number]>;
  const parts = Readable.from(vault.getStream(`${name}/database`, databaseParts));
  const fed = await pipeline(parts, createZstdDecompress(), tar.stdin).catch((error: Error) => error);
  const [code] = await ended;
  if (fed instanceof BackupError) throw fed;
  // What tar says, such as that the disk is full, is why it takes no more.
  if (code !== 0) throw new BackupError(`tar ended with ${code}: ${(await complaints).join('')}`, { cause: fed });
  if (fed) throw fed;
  // Root keeps the owner of the files, and Postgres runs as the owner of the folder.
  const { uid, gid } = await stat(join(cluster, 'global'));
  if (process.getuid?.() === 0) await chown(cluster, uid, gid);
}

async function readFiles(
  vault: Vault,
  manifest: BackupManifest,
  use: (hash: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const missing = new Set(manifest.missingFiles);
  for await (const hash of readFileHashes(vault, manifest)) {
    if (missing.has(hash)) continue;
    const bytes = await vault.get(`files/${vault.keyId}/${hash}`);
    if (hashOf('sha256', bytes) !== hash) throw new BackupError(`The backup is damaged: the file ${hash} is another.`);
    await use(hash, bytes);
  }
}
