import type { CheckedKind } from '@haru/page-check';
import { lookup } from 'mime-types';

/** Returns the media type of a file by its extension, without parameters. */
export function mediaTypeOf(path: string): string {
  return lookup(path) || 'application/octet-stream';
}

/** Browsers show these as documents, so they are checked like pages. Any XML may contain XHTML with scripts. */
const document = /^(?:text\/html|(?:text|application)\/xml|.*\+xml)$/;

const script = /^(?:text|application)\/(?:javascript|jsx)$/;

const stylesheet = /\.xslt?$/i;

/** @returns undefined for a file that is not checked */
export function checkedKindOf(path: string): CheckedKind | undefined {
  if (stylesheet.test(path)) return 'stylesheet';
  const type = mediaTypeOf(path);
  if (document.test(type)) return 'document';
  return script.test(type) ? 'script' : undefined;
}
