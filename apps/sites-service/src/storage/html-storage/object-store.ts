import type { Readable } from 'node:stream';

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  signal?: AbortSignal | undefined;
  /** False makes the write faster, but a power failure within half a minute may undo or cut it. */
  flush?: boolean;
}

/** Keeps bytes by their keys. Every call ends within seconds, and earlier when its signal is aborted. */
export interface ObjectStore {
  /** Makes the folder or bucket when it is missing. @throws StorageRefusal when it can be neither used nor made. */
  prepare(): Promise<void>;
  /** Writes all of it or nothing. */
  put(key: string, bytes: Buffer, options?: PutOptions): Promise<void>;
  /** @returns undefined when there is no such object; slightly more than `maxBytes` of a larger one */
  get(key: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined>;
  /** Opens an object as a stream. The signal counts until the stream begins. */
  open(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined>;
  has(key: string, signal?: AbortSignal): Promise<boolean>;
  /** Deleting what is not there does nothing. */
  delete(keys: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Lists the keys with a prefix and behind `after`, sorted, in portions. */
  keys(prefix: string, after?: string, signal?: AbortSignal): AsyncIterable<string[]>;
}

/** Storage refuses the request because of a wrong configuration; a retry does not help. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
}
