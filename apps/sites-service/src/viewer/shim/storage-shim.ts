import { findInScripts, mayBeInScripts, type NamedInScripts, readOutline } from '@haru/page-html';
import { QueueFullError, Semaphore } from '@haru/service-runtime';
import { hash } from 'node:crypto';
import { makeArtifact, type LoadedArtifact } from '../../storage/html-storage/artifact.js';
import { storageShimScript } from './storage-shim-script.js';

/**
 * The second half alone also counts when it begins a text or ends a template: `'local' + 'Storage'`. The shim also
 * handles the two calls that WebKit refuses. Code from elsewhere may use them.
 */
const searched = { names: /(?:local|session|['"`}])Storage|(?:push|replace)State/, countsLoaders: true };

/** Finds where a page may use `localStorage`, `sessionStorage`, `pushState` or `replaceState`. */
export function readStorageUse(html: string): NamedInScripts {
  return findInScripts(html, searched);
}

const element = `<script>${storageShimScript}</script>`;
/** It is escaped for an attribute with either quotation mark or none. */
const elementInAttribute = element.replaceAll(/[&"'`=<>\s]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Each page compresses on two of the four threads of libuv, which also read from storage. */
const MAX_CONCURRENT = 2;
/** It bounds pending pages. 1 MiB takes 30 ms here and 30 ms to compress, so the last waits about 3 s. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Puts the storage shim into pages, within bounds of concurrency and memory. */
export class StorageShims {
  private readonly making = new Semaphore(MAX_CONCURRENT);
  private pendingBytes = 0;

  /** Pages that cannot use storage are returned as they are. @throws QueueFullError when too many pages wait */
  async into(loaded: LoadedArtifact): Promise<LoadedArtifact> {
    const { identity } = loaded.artifact;
    if (!mayBeInScripts(identity.toString(), searched)) return loaded;
    if (this.pendingBytes + identity.length > MAX_BYTES) throw new QueueFullError('too many pages wait for their shim');
    this.pendingBytes += identity.length;
    try {
      return await this.making.pass(() => withStorageShim(loaded));
    } finally {
      this.pendingBytes -= identity.length;
    }
  }
}

/** Adds the shim to a page whose scripts may use the storage; all others stay as they are, to the byte. */
export async function withStorageShim(loaded: LoadedArtifact): Promise<LoadedArtifact> {
  const html = loaded.artifact.identity.toString();
  const { inPage, frames } = readStorageUse(html);
  if (!inPage && frames.length === 0) return loaded;
  // The shim is put where a title would be: in the head, behind the doctype, before every script. No frame precedes it.
  const at = inPage ? readOutline(html).titleInsertionIndex : 0;
  const parts = [html.slice(0, at), inPage ? element : ''];
  let done = at;
  for (const frame of frames) {
    parts.push(html.slice(done, frame), elementInAttribute);
    done = frame;
  }
  const bytes = Buffer.from(parts.join('') + html.slice(done));
  return {
    // Another content has another ETag.
    contentHash: hash('sha256', bytes),
    artifact: await makeArtifact(bytes),
  };
}
