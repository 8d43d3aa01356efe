import { hash } from 'node:crypto';
import { type TreeFile, treeFileSchema } from '@haru/contracts';
import { withTitle } from '@haru/page-html';
import { z } from 'zod';

/** A text of a page never has NUL, so no text has the hash of a tree. */
const PREFIX = Buffer.from('tree\0');

/** It is sorted by the path's UTF-16 units, and each path is listed once. */
const treeSchema = z.array(treeFileSchema);

/** Returns the canonical form of a tree as Postgres stores it: JSON with the files in the order of their paths. */
export function treeTextOf(files: readonly TreeFile[]): string {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return JSON.stringify(sorted, ['path', 'hash', 'type', 'bytes', 'renderedFrom'] satisfies (keyof TreeFile)[]);
}

/** Returns the bytes of a tree's artifact. Their hash is the hash of the content. */
function treeBytesOf(treeText: string): Buffer {
  return Buffer.concat([PREFIX, Buffer.from(treeText)]);
}

export function treeHashOf(treeText: string): Buffer {
  return hash('sha256', treeBytesOf(treeText), 'buffer');
}

/** Reads the artifact of a tree. @throws Error if it is not the artifact of a tree */
export function readTree(bytes: Buffer): TreeFile[] {
  if (!bytes.subarray(0, PREFIX.length).equals(PREFIX)) throw new Error('it is not a tree');
  return treeSchema.parse(JSON.parse(bytes.subarray(PREFIX.length).toString()));
}

export function readTreeText(treeText: string): TreeFile[] {
  return treeSchema.parse(JSON.parse(treeText));
}

/** Returns the files that were sent, without the pages that are made from them. */
export function readSentFiles(treeText: string): TreeFile[] {
  return readTreeText(treeText).filter(({ renderedFrom }) => renderedFrom === undefined);
}

/** Returns the bytes of a content's artifact: those of a tree, or of a page that gets its title if it has none. */
export function artifactBytesOf({ html, tree, title }: { html: string | null; tree: string | null; title: string }) {
  return tree === null ? Buffer.from(withTitle(html ?? '', title)) : treeBytesOf(tree);
}
