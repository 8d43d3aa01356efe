import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type Artifact,
  type ByteRange,
  DamagedArtifact,
  MAX_ARTIFACT_BYTES,
  MAX_MANIFEST_BYTES,
  HtmlStorage,
  type ManifestWriteOptions,
  type StoredContent,
} from './html-storage.js';
import { packArtifact, unpackArtifact } from './packed-artifact.js';
import {
  FILES,
  isManifestName,
  isStoredId,
  MANIFESTS,
  requireManifestName,
  requireStoredId,
  storedNameOf,
  storedContentOf,
} from './storage-names.js';

/** Contents are in 4,096 folders by the first digits: with ten million contents each has 2,400 files. */
const FOLDER_DIGITS = 3;
/** A path has at least three letters: two make 1,369 folders, in the order of the paths. */
const MANIFEST_FOLDER_LETTERS = 2;

/**
 * Keeps artifacts as files `<root>/<first digits of the hash>/<hash>.html.artifact`, files of trees as
 * `<root>/files/<first digits of the hash>/<hash>`, and manifests as `<root>/manifests/<first letters of the path>/<path>`.
 */
export class DiskHtmlStorage extends HtmlStorage {
  constructor(private readonly root: string) {
    super();
  }

  async prepare(): Promise<void> {
    await mkdir(this.root, { recursive: true });
  }

  async write(storagePath: string, artifact: Artifact, signal?: AbortSignal): Promise<void> {
    await replaceFile(this.fileOf(storagePath), packArtifact(artifact), { signal });
  }

  async read(storagePath: string, signal?: AbortSignal): Promise<Artifact | undefined> {
    try {
      return unpackArtifact(await readAtMost(this.fileOf(storagePath), MAX_ARTIFACT_BYTES, signal));
    } catch (error) {
      if (isSystemError(error, 'EISDIR')) throw new DamagedArtifact('it is a folder', { cause: error });
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw error;
    }
  }

  async has(storagePath: string): Promise<boolean> {
    const found = await stat(this.fileOf(storagePath)).catch(unlessMissing);
    return found?.isFile() ?? false;
  }

  async remove(storagePath: string): Promise<void> {
    await rm(this.fileOf(storagePath), anything);
  }

  async removeAllOf(id: string, exceptStoragePath?: string, signal?: AbortSignal): Promise<void> {
    requireStoredId(id);
    const kept = exceptStoragePath === undefined ? undefined : this.fileOf(exceptStoragePath);
    const folder = this.folderOf(id);
    for (const entry of await entriesOf(folder)) {
      signal?.throwIfAborted();
      const file = join(folder, entry.name);
      const isKept = file === kept && entry.isFile();
      if (entry.name.startsWith(id) && !isKept) await rm(file, anything);
    }
  }

  async *list(after = ''): AsyncGenerator<StoredContent> {
    const folders = (await entriesOf(this.root)).map(({ name }) => name);
    for (const folder of folders.sort()) {
      if (folder.length !== FOLDER_DIGITS || folder < after.slice(0, FOLDER_DIGITS)) continue;
      // A folder is never an artifact, whatever its name.
      const names = (await entriesOf(join(this.root, folder))).map((entry) => entry.name + (entry.isFile() ? '' : '/'));
      const byId = Map.groupBy(names.sort(), (name) => name.slice(0, name.indexOf('.')));
      for (const [id, files] of byId) {
        if (!isStoredId(id) || id <= after) continue;
        // The rest of the name follows after a point here and after a slash in a stored name.
        const stored = files.map((file) => file.replace('.', '/'));
        yield storedContentOf(id, stored);
      }
    }
  }

  async writeManifest(path: string, manifest: Buffer, options?: ManifestWriteOptions): Promise<void> {
    await replaceFile(this.manifestFileOf(path), manifest, options);
  }

  async readManifest(path: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    return readAtMost(this.manifestFileOf(path), MAX_MANIFEST_BYTES, signal).catch(unlessMissing);
  }

  async removeManifest(path: string): Promise<void> {
    const file = this.manifestFileOf(path);
    // Each update removes one, and `rm` alone first asks twice what there is.
    await unlink(file)
      .catch(unlessMissing)
      .catch(() => rm(file, anything));
  }

  async *listManifests(after = ''): AsyncGenerator<string> {
    const root = join(this.root, MANIFESTS);
    const folders = (await entriesOf(root)).map(({ name }) => name);
    for (const folder of folders.sort()) {
      if (folder < after.slice(0, MANIFEST_FOLDER_LETTERS)) continue;
      const names = (await entriesOf(join(root, folder))).filter((entry) => entry.isFile()).map(({ name }) => name);
      for (const name of names) if (name.endsWith(TEMPORARY)) await removeIfOld(join(root, folder, name));
      yield* names.filter((name) => name.startsWith(folder) && isManifestName(name) && name > after).sort();
    }
  }

  async writeFile(fileHash: string, bytes: Buffer, signal?: AbortSignal): Promise<void> {
    await replaceFile(this.treeFileOf(fileHash), bytes, { signal });
  }

  async openFile(fileHash: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    signal?.throwIfAborted();
    const handle = await open(this.treeFileOf(fileHash)).catch(unlessMissing);
    return handle?.createReadStream(range);
  }

  async removeFiles(fileHashes: readonly string[], signal?: AbortSignal): Promise<void> {
    for (const fileHash of fileHashes) {
      signal?.throwIfAborted();
      await rm(this.treeFileOf(fileHash), anything);
    }
  }

  private treeFileOf(fileHash: string): string {
    requireStoredId(fileHash);
    return join(this.root, FILES, fileHash.slice(0, FOLDER_DIGITS), fileHash);
  }

  private manifestFileOf(path: string): string {
    const name = requireManifestName(path);
    return join(this.root, MANIFESTS, name.slice(0, MANIFEST_FOLDER_LETTERS), name);
  }

  private folderOf(id: string): string {
    return join(this.root, id.slice(0, FOLDER_DIGITS));
  }

  /** The check of the name also keeps the path within the folder, because only a hash fits. */
  private fileOf(storagePath: string): string {
    const name = storedNameOf(storagePath);
    return join(this.folderOf(name), name.replace('/', '.'));
  }
}

/** `rm` removes a file or a folder with these options, and does not fail when nothing is there. */
const anything = { recursive: true, force: true };

/** @returns `maxBytes` and one more byte of a file that is larger */
async function readAtMost(file: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size <= maxBytes) return await handle.readFile({ signal });
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const TEMPORARY = '.tmp';
/** A write takes seconds at most, so an older file was left by a process that ended. */
const OLD_MS = 60 * 60_000;

async function removeIfOld(file: string): Promise<void> {
  const found = await stat(file).catch(unlessMissing);
  if (found && Date.now() - found.mtimeMs > OLD_MS) await rm(file, anything);
}

/** Replaces the file atomically: readers find the old file or the whole new one. */
async function replaceFile(
  file: string,
  content: Buffer,
  { signal, flush = true }: { signal?: AbortSignal | undefined; flush?: boolean } = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
  const write = () => writeFile(temporary, content, { flag: 'wx', flush, signal });
  try {
    await write().catch(async (error: unknown) => {
      // The folder nearly always exists, so it is made only after a failure.
      if (!isSystemError(error, 'ENOENT')) throw error;
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

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
}

/** Turns errors that say that there is no such file into undefined. */
function unlessMissing(error: unknown): undefined {
  if (!isSystemError(error, 'ENOENT', 'ENOTDIR')) throw error;
}

function isSystemError(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String((error as NodeJS.ErrnoException).code));
}
