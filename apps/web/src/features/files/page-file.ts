import { pathKeyOf } from '@haru/contracts';
import { sha256Of } from '../../http/sha256.js';

export interface PageFile {
  /** It is relative to the root of the page. */
  path: string;
  bytes: number;
  /** The server has the stored ones. */
  content: Blob | StoredContent;
}

interface StoredContent {
  sha256: string;
  load: () => Promise<Blob>;
}

/** @throws where the file cannot be read */
export async function blobOf({ content }: PageFile): Promise<Blob> {
  return content instanceof Blob ? content : content.load();
}

const hashes = new WeakMap<Blob, string>();

/** Returns the SHA-256 in hexadecimal digits. @throws where the file was changed or removed since it was chosen */
export async function hashOf({ content }: PageFile): Promise<string> {
  if (!(content instanceof Blob)) return content.sha256;
  const known = hashes.get(content);
  if (known !== undefined) return known;
  const hash = await sha256Of(await content.arrayBuffer());
  hashes.set(content, hash);
  return hash;
}

/** Returns all files; a later one replaces one at the same path. */
export function merged<File extends { path: string }>(files: readonly File[], others: readonly File[]): File[] {
  return [...new Map([...files, ...others].map((file) => [pathKeyOf(file.path), file])).values()];
}

export function totalBytes(files: readonly Pick<PageFile, 'bytes'>[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

const textName = /\.(?:html?|css|m?js|ts|jsx|tsx|json|map|txt|md|markdown|svg|xml|csv|tsv|webmanifest|ya?ml)$/i;

export const isTextFile = (path: string): boolean => textName.test(path);
