import { createHash } from 'node:crypto';
import { makeArtifact } from '../html-storage/artifact.js';
import { readOutline } from '../sites/page-outline.js';
import type { LoadedArtifact } from './artifact-loader.js';
import { scriptsNameStorage } from './scripts-name-storage.js';
import { storageStandInScript } from './storage-stand-in-script.js';

const element = `<script>${storageStandInScript}</script>`;

/** The same page with the stand-in, where its scripts name the storage; all others stay as they are, to the byte. */
export async function withStorageStandIn(loaded: LoadedArtifact): Promise<LoadedArtifact> {
  const html = loaded.artifact.identity.toString();
  if (!scriptsNameStorage(html)) return loaded;
  // As a title is put in: in the head, behind the doctype, before every script.
  const at = readOutline(html).titleInsertionIndex;
  const bytes = Buffer.from(html.slice(0, at) + element + html.slice(at));
  return {
    // Another content, so another ETag.
    contentHash: createHash('sha256').update(bytes).digest('hex'),
    artifact: await makeArtifact(bytes),
  };
}
