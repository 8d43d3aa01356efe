import { lookup } from 'mime-types';

/** Returns the media type of a file by its extension, without parameters. */
export function mediaTypeOf(path: string): string {
  return lookup(path) || 'application/octet-stream';
}

/** Browsers show these as documents, so they are checked like pages. Any XML may contain XHTML with scripts. */
const document = /^(?:text\/html|(?:text|application)\/xml|.*\+xml)$/;

export function isDocument(path: string): boolean {
  return document.test(mediaTypeOf(path));
}
