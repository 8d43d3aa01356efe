import type { Artifact } from '../../storage/html-storage/artifact.js';

/** A file of a tree as it is sent. An encoding that does not make it smaller is absent. */
export interface FileBody extends Partial<Artifact> {
  identity: Buffer;
  /** This is the SHA-256 of the uncompressed bytes, including the storage shim if there is one. */
  contentHash: string;
  isUtf8: boolean;
}
