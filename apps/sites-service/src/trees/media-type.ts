import { lookup } from 'mime-types';

/** Returns the media type of a file by its extension, without parameters. */
export function mediaTypeOf(path: string): string {
  return lookup(path) || 'application/octet-stream';
}

/** Browsers show these as documents, so they are checked like pages. */
const documents = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml']);

export function isDocument(path: string): boolean {
  return documents.has(mediaTypeOf(path));
}
