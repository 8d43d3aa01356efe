import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange, ObjectStore, PutOptions } from './object-store.js';

/**
 * The keys of each prefix are in folders by the first letters of the rest of the key. Three digits of a hash make 4,096
 * folders: with ten million contents each has 2,400 files. Two letters of a path make 1,369 folders.
 */
const LETTERS: Record<string, number> = { 'manifests/': 2, 'files/': 3, '': 3 };

/**
 * Keeps objects as files of a folder: `<hash>/html.artifact` is `<first digits>/<hash>.html.artifact`, and
 * `manifests/<path>` is `manifests/<first letters>/<path>`.
 */
export class FolderStore implements ObjectStore {
  constructor(private readonly root: string) {}

  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
  }

  /** Replaces the file atomically: readers find the old file or the whole new one. */
  async put(key: string, bytes: Buffer, { signal, flush = true }: PutOptions = {}): Promise<void> {
    const file = this.fileOf(key);
    const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
    const write = () => writeFile(temporary, bytes, { flag: 'wx', flush, signal });
    try {
      await write().catch(async (error: unknown) => {
        // The folder nearly always exists, so it is made only after a failure.
        if (!isMissing(error)) throw error;
        await mkdir(dirname(file), { recursive: true });
        await write();
      });
      signal?.throwIfAborted();
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(key: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    const handle = await open(this.fileOf(key)).catch(unlessMissing);
    if (!handle) return undefined;
    try {
      const stats = await handle.stat();
      // The reader finds that it is damaged, as in S3, where an empty object can have this key.
      if (!stats.isFile()) return Buffer.alloc(0);
      if (stats.size <= maxBytes) return await handle.readFile({ signal });
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async open(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    signal?.throwIfAborted();
    const handle = await open(this.fileOf(key)).catch(unlessMissing);
    return handle?.createReadStream(range);
  }

  async has(key: string): Promise<boolean> {
    const found = await stat(this.fileOf(key)).catch(unlessMissing);
    return found?.isFile() ?? false;
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    for (const key of keys) {
      signal?.throwIfAborted();
      const file = this.fileOf(key);
      // Each update removes a manifest, and `rm` alone first asks twice what there is.
      await unlink(file)
        .catch(unlessMissing)
        .catch(() => rm(file, { recursive: true, force: true }));
    }
  }

  /** It also removes what old writes left. The key of a folder ends with a slash, because it is no object. */
  async *keys(prefix: string, after = ''): AsyncGenerator<string[]> {
    const { base, letters, rest } = partsOf(prefix);
    const root = join(this.root, base);
    const isOne = rest.length >= letters;
    const folders = isOne ? [rest.slice(0, letters)] : (await entriesOf(root)).map(({ name }) => name).sort();
    for (const folder of folders) {
      if (folder.length !== letters || base + folder < after.slice(0, base.length + letters)) continue;
      const entries = await entriesOf(join(root, folder));
      for (const { name } of entries) if (name.endsWith(TEMPORARY)) await removeIfOld(join(root, folder, name));
      const keys = entries
        .filter(({ name }) => name.startsWith(folder))
        .map((entry) => base + entry.name.replace('.', '/') + (entry.isFile() ? '' : '/'));
      yield keys.filter((key) => key.startsWith(prefix) && key > after).sort();
    }
  }

  private fileOf(key: string): string {
    const { base, letters, rest } = partsOf(key);
    return join(this.root, base, rest.slice(0, letters), rest.replace('/', '.'));
  }
}

function partsOf(key: string): { base: string; letters: number; rest: string } {
  const base = Object.keys(LETTERS).find((prefix) => key.startsWith(prefix)) ?? '';
  return { base, letters: LETTERS[base] ?? 0, rest: key.slice(base.length) };
}

const TEMPORARY = '.tmp';
/** A write takes seconds at most, so an older file was left by a process that ended. */
const OLD_MS = 60 * 60_000;

async function removeIfOld(file: string): Promise<void> {
  const found = await stat(file).catch(unlessMissing);
  if (found && Date.now() - found.mtimeMs > OLD_MS) await rm(file, { recursive: true, force: true });
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
}

/** Turns errors that say that there is no such file into undefined. */
function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
}
