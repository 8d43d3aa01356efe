import type { Readable } from 'node:stream';
import {
  type Artifact,
  type ByteRange,
  HtmlStorage,
  MAX_ARTIFACT_BYTES,
  MAX_MANIFEST_BYTES,
  type ManifestWriteOptions,
  type StoredContent,
} from './html-storage.js';
import { packArtifact, unpackArtifact } from './packed-artifact.js';
import { S3Bucket, type S3Options } from './s3-bucket.js';
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

/** Keeps artifacts in an S3 bucket as `<hash>/html.artifact`, files as `files/<hash>`, manifests as `manifests/<path>`. */
export class S3HtmlStorage extends HtmlStorage {
  private readonly bucket: S3Bucket;

  constructor(options: S3Options) {
    super();
    this.bucket = new S3Bucket(options);
  }

  async prepare(): Promise<void> {
    await this.bucket.prepare();
  }

  async write(storagePath: string, artifact: Artifact, signal?: AbortSignal): Promise<void> {
    await this.bucket.put(storedNameOf(storagePath), packArtifact(artifact), signal);
  }

  async read(storagePath: string, signal?: AbortSignal): Promise<Artifact | undefined> {
    const packed = await this.bucket.get(storedNameOf(storagePath), MAX_ARTIFACT_BYTES, signal);
    return packed && unpackArtifact(packed);
  }

  async has(storagePath: string, signal?: AbortSignal): Promise<boolean> {
    return this.bucket.has(storedNameOf(storagePath), signal);
  }

  async remove(storagePath: string): Promise<void> {
    await this.bucket.delete([storedNameOf(storagePath)]);
  }

  async removeAllOf(id: string, exceptStoragePath?: string, signal?: AbortSignal): Promise<void> {
    requireStoredId(id);
    const kept = exceptStoragePath === undefined ? undefined : storedNameOf(exceptStoragePath);
    for await (const keys of this.bucket.keys(`${id}/`, signal)) {
      await this.bucket.delete(
        keys.filter((key) => key !== kept),
        signal,
      );
    }
  }

  async *list(after = ''): AsyncGenerator<StoredContent> {
    let id = '';
    let names: string[] = [];
    // Keys are sorted, so those of one content are adjacent.
    for await (const keys of this.bucket.keys(undefined, undefined, after === '' ? undefined : `${after}0`)) {
      const ofContents = keys.filter((key) => key < FILES);
      for (const key of ofContents) {
        const owner = key.split('/', 1)[0] ?? '';
        if (owner !== id && names.length > 0) yield storedContentOf(id, names);
        if (owner !== id) [id, names] = [owner, []];
        if (isStoredId(owner)) names.push(key);
      }
      if (ofContents.length < keys.length) break;
    }
    if (names.length > 0) yield storedContentOf(id, names);
  }

  async writeManifest(path: string, manifest: Buffer, options?: ManifestWriteOptions): Promise<void> {
    await this.bucket.put(manifestKey(path), manifest, options?.signal);
  }

  async readManifest(path: string, signal?: AbortSignal): Promise<Buffer | undefined> {
    return this.bucket.get(manifestKey(path), MAX_MANIFEST_BYTES, signal);
  }

  async removeManifest(path: string, signal?: AbortSignal): Promise<void> {
    await this.bucket.delete([manifestKey(path)], signal);
  }

  async *listManifests(after = ''): AsyncGenerator<string> {
    for await (const keys of this.bucket.keys(`${MANIFESTS}/`, undefined, `${MANIFESTS}/${after}`)) {
      yield* keys.map((key) => key.slice(MANIFESTS.length + 1)).filter(isManifestName);
    }
  }

  async writeFile(fileHash: string, bytes: Buffer, signal?: AbortSignal): Promise<void> {
    await this.bucket.put(fileKey(fileHash), bytes, signal);
  }

  async openFile(fileHash: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    return this.bucket.open(fileKey(fileHash), range, signal);
  }

  async removeFiles(fileHashes: readonly string[], signal?: AbortSignal): Promise<void> {
    await this.bucket.delete(fileHashes.map(fileKey), signal);
  }

  close(): void {
    this.bucket.close();
  }
}

function fileKey(fileHash: string): string {
  requireStoredId(fileHash);
  return `${FILES}/${fileHash}`;
}

function manifestKey(path: string): string {
  return `${MANIFESTS}/${requireManifestName(path)}`;
}
