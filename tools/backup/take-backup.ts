import { pipeline, Readable, Transform } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import type { HtmlStorage } from '../../apps/sites-service/src/storage/html-storage/html-storage.js';
import { baseBackup } from './base-backup.js';
import { describeBackup, listBackups, readFileHashes, type BackupManifest } from './backups.js';
import { readChecks, unchanged, withClient } from './checks.js';
import type { Vault } from './vault.js';

export interface Progress {
  doneBytes: number;
  totalBytes: number;
}

export interface BackupSource {
  /** The superuser of the cluster, or a role that may replicate and read everything. */
  databaseUrl: string;
  storage: HtmlStorage;
  /** The keys and passwords of this system, which a restored one needs. */
  secrets: Record<string, unknown>;
  version: string;
}

const FILE_CONCURRENCY = 4;

/**
 * Writes a backup of everything. The caller prevents the removal of files meanwhile. The manifest is written last; a
 * backup without one is incomplete.
 */
export async function takeBackup(
  vault: Vault,
  { databaseUrl, storage, secrets, version }: BackupSource,
  report: (progress: Progress) => void = () => undefined,
): Promise<BackupManifest> {
  const takenAt = new Date();
  const name = `${takenAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${vault.keyId}`;
  const before = await readChecks(databaseUrl, takenAt);
  const progress: Progress = { doneBytes: 0, totalBytes: await sizeOf(databaseUrl) };
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // The log comes in addition to the sizes of the databases.
      const doneBytes = Math.min(progress.doneBytes + chunk.length, progress.totalBytes);
      report(Object.assign(progress, { doneBytes }));
      done(null, chunk);
    },
  });
  // When writing fails, it also ends the base backup, which would keep its connection.
  const compressed = pipeline(baseBackup(databaseUrl), counted, createZstdCompress(), () => undefined);
  const databaseParts = await vault.putStream(`${name}/database`, compressed);

  // The list is read after the base backup, so it has all files that the restored database names.
  const hashes = await fileHashes(databaseUrl);
  const missingFiles = await putFiles(vault, storage, hashes);
  const fileParts = await vault.putStream(
    `${name}/files`,
    Readable.from(hashes.map((hash) => Buffer.from(hash, 'hex'))),
  );
  const manifest: BackupManifest = {
    name,
    version,
    takenAt: takenAt.toISOString(),
    databaseParts,
    fileParts,
    files: hashes.length,
    missingFiles,
    secrets,
    checks: unchanged(
      before,
      await readChecks(
        databaseUrl,
        takenAt,
        before.pages.map(({ path }) => path),
      ),
    ),
  };
  await vault.put(`${name}/manifest`, Buffer.from(JSON.stringify(manifest)));
  return manifest;
}

/** @returns the files that storage does not have. One damaged page must not make every backup fail. */
async function putFiles(vault: Vault, storage: HtmlStorage, hashes: readonly string[]): Promise<string[]> {
  const folder = `files/${vault.keyId}/`;
  const stored = new Set(await vault.store.list(folder));
  const missing: string[] = [];
  const waiting = hashes.filter((hash) => !stored.has(folder + hash)).values();
  const work = async (): Promise<void> => {
    for (const hash of waiting) {
      const bytes = await storage.readFile(hash);
      if (bytes) await vault.put(folder + hash, bytes);
      else missing.push(hash);
    }
  };
  await Promise.all(Array.from({ length: FILE_CONCURRENCY }, work));
  return missing;
}

/** Removes all but the newest backups, incomplete ones, and the files that only those had. */
export async function removeOldBackups(vault: Vault, keep: number): Promise<void> {
  const { complete, incomplete } = await listBackups(vault.store);
  // Another system with the same target may be writing one of its own.
  const isOwn = (name: string): boolean => name.endsWith(`-${vault.keyId}`);
  const own = complete.filter(isOwn);
  const old = [...own.slice(keep), ...incomplete.filter(isOwn)];
  if (old.length === 0) return;
  for (const name of old) {
    // Without its manifest it counts as incomplete, so an interrupted removal is continued the next time.
    await vault.store.remove([`${name}/manifest`]);
    await vault.store.remove(await vault.store.list(`${name}/`));
  }
  const used = new Set<string>();
  for (const name of own.slice(0, keep)) {
    for await (const hash of readFileHashes(vault, await describeBackup(vault, name))) used.add(hash);
  }
  const folder = `files/${vault.keyId}/`;
  const stored = await vault.store.list(folder);
  await vault.store.remove(stored.filter((name) => !used.has(name.slice(folder.length))));
}

function fileHashes(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, 'haru_sites', async (client) => {
    // The release 0.2.0 had no files.
    const table = await client.query<{ exists: boolean }>(`SELECT to_regclass('files') IS NOT NULL AS exists`);
    if (!table.rows[0]?.exists) return [];
    const sql = `SELECT encode(hash, 'hex') AS hash FROM files WHERE state = 'stored' ORDER BY hash`;
    return (await client.query<{ hash: string }>(sql)).rows.map(({ hash }) => hash);
  });
}

function sizeOf(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, 'postgres', async (client) => {
    const sql = 'SELECT sum(pg_database_size(oid))::float8 AS bytes FROM pg_database';
    return (await client.query<{ bytes: number }>(sql)).rows[0]?.bytes ?? 0;
  });
}
