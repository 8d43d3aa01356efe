import type { TreeFile } from '@haru/contracts';
import { Semaphore } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { makeArtifact } from '../../storage/html-storage/artifact.js';
import { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import type { ByteRange } from '../../storage/html-storage/object-store.js';
import type { FileHost } from '../cache/file-headers.js';
import type { FileBody } from '../cache/ready-page.js';
import { SOLE_SOURCE_TIMEOUT_MS, StorageGate } from '../cache/storage-gate.js';
import { isCompressible } from '../headers/file-type.js';
import { StorageShims } from '../shim/storage-shim.js';
import { MemorySource } from '../sources/memory-source.js';

/** Larger files are streamed from storage. */
const MAX_KEPT_BYTES = 2 * 1024 * 1024;
const BEGINNING: ByteRange = { start: 0, end: MAX_KEPT_BYTES - 1 };
/** Compressing a smaller answer does not save a packet. */
const MIN_COMPRESSED_BYTES = 512;
/** This many files are read and compressed concurrently. */
const MAX_READS = 8;
const MAX_WAITING = 1_000;

/** Storage did not have a file, or not in time. */
export class FileUnavailable extends Error {}

/** Caches small files of trees in the viewer's memory, within the limit that they share with pages. */
@Injectable()
export class FileBodies {
  private readonly reads = new Semaphore(MAX_READS, MAX_WAITING);
  private readonly shims = new StorageShims();
  private readonly loading = new Map<string, Promise<FileBody>>();
  private readonly streamed = new LRUCache<string, boolean>({
    max: 10_000,
    fetchMethod: (fileHash) => this.reads.pass(async () => beginsAsUtf8(await this.bytesOf(fileHash, BEGINNING))),
  });

  constructor(
    private readonly storage: HtmlStorage,
    private readonly gate: StorageGate,
    private readonly memory: MemorySource,
  ) {}

  static keeps({ bytes }: TreeFile): boolean {
    return bytes <= MAX_KEPT_BYTES;
  }

  peek(file: TreeFile, host: FileHost): FileBody | undefined {
    return this.memory.fileOf(keyOf(file, host));
  }

  /** Concurrent requests for one file share one read. @throws FileUnavailable, QueueFullError */
  load(file: TreeFile, host: FileHost): Promise<FileBody> {
    const key = keyOf(file, host);
    const inFlight = this.loading.get(key);
    if (inFlight) return inFlight;
    const loading = this.reads.pass(() => this.read(file, host)).finally(() => this.loading.delete(key));
    this.loading.set(key, loading);
    return loading;
  }

  /** Whether a streamed text is UTF-8. Only its first 2 MiB are read. @throws FileUnavailable, QueueFullError */
  isUtf8({ hash: fileHash }: TreeFile): Promise<boolean> {
    return this.streamed.forceFetch(fileHash);
  }

  private async bytesOf(fileHash: string, range?: ByteRange): Promise<Buffer> {
    const read = (signal: AbortSignal) => this.storage.readFile(fileHash, signal, range);
    const bytes = await this.gate.read(read, SOLE_SOURCE_TIMEOUT_MS);
    if (!bytes) throw new FileUnavailable(`storage does not have the file ${fileHash} at the moment`);
    return bytes;
  }

  private async read(file: TreeFile, host: FileHost): Promise<FileBody> {
    const bytes = await this.bytesOf(file.hash);
    if (hash('sha256', bytes) !== file.hash) throw new FileUnavailable(`the file ${file.hash} is damaged in storage`);
    const body = await this.makeBody(bytes, file, host);
    this.memory.setFile(keyOf(file, host), body);
    return body;
  }

  private async makeBody(bytes: Buffer, { hash: contentHash, type }: TreeFile, host: FileHost): Promise<FileBody> {
    const text = isUtf8(bytes);
    if ((!isCompressible(type) || bytes.length < MIN_COMPRESSED_BYTES) && !getsShim(type, host)) {
      return { contentHash, isUtf8: text, artifact: { identity: bytes } };
    }
    const loaded = { contentHash, artifact: await makeArtifact(bytes) };
    const shown = getsShim(type, host) && text ? await this.shims.into(loaded) : loaded;
    const { identity, gzip } = shown.artifact;
    return { ...shown, isUtf8: text, artifact: gzip.length < identity.length ? shown.artifact : { identity } };
  }
}

/** The last character may be cut. */
function beginsAsUtf8(bytes: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));
}

/** In a sandbox without an origin, access to storage throws, and would stop a script. */
function getsShim(type: string, { kind }: FileHost): boolean {
  return kind !== 'own' && type === 'text/html';
}

/** The type decides whether a body is compressed. Pages are in the same memory by paths, which contain no space. */
function keyOf({ hash: fileHash, type }: TreeFile, host: FileHost): string {
  return `${getsShim(type, host) ? 'shared' : 'file'} ${fileHash} ${type}`;
}
