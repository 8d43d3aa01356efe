import type { TreeFile } from '@haru/contracts';
import type { SiteState } from '../../sites/site-visibility.js';
import type { Encoding } from '../headers/accept-encoding.js';
import { contentTypeOf, isCompressible, isNamedByHash } from '../headers/file-type.js';
import {
  framedByApp,
  type HostKind,
  ownOriginHeaders,
  ownPdfHeaders,
  previewSecurityHeaders,
  securityHeaders,
  withoutReferrer,
} from '../headers/page-security.js';
import type { FileBody } from './file-body.js';

/** The headers of a file in one encoding are names and values in turn. */
export interface FileHeaders {
  etag: string;
  /** A 200 has these and the length. */
  content: string[];
  notModified: string[];
}

/** A tree is shown here to visitors, or to the app of its owner. */
export interface TreeHost {
  kind: HostKind | 'preview';
  appOrigin: string;
}

const PDF = 'application/pdf';

const KEPT_LONG = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=0, must-revalidate';

/** A sandboxed document has an opaque origin, so its requests for scripts, fonts and data are cross-origin. */
const forSandbox = ['Access-Control-Allow-Origin', '*'];

/** These columns of a page decide about the headers of its files. */
export type ShownState = Pick<SiteState, 'noindex' | 'underReview' | 'visibility'>;

export function fileHeaders(
  { path, type }: TreeFile,
  { contentHash, isUtf8 }: Pick<FileBody, 'contentHash' | 'isUtf8'>,
  state: ShownState,
  host: TreeHost,
  encoding: Encoding,
): FileHeaders {
  const version = contentHash.slice(0, 32) + (state.noindex ? '-noindex' : '');
  const etag = encoding === 'identity' ? `"${version}"` : `"${version}-${encoding}"`;
  const isPublic = state.visibility === 'public';
  const isKeptLong = isNamedByHash(path) && type !== 'text/html' && !state.underReview;
  const notModified = [
    ...['ETag', etag],
    ...['Cache-Control', host.kind === 'preview' || !isPublic ? 'no-store' : isKeptLong ? KEPT_LONG : REVALIDATED],
    ...(isCompressible(type) ? ['Vary', 'Accept-Encoding'] : []),
    ...(state.noindex ? ['X-Robots-Tag', 'noindex'] : []),
    ...(isPublic ? hostHeaders(type, host) : withoutReferrer(hostHeaders(type, host))),
  ];
  const content = [
    ...['Content-Type', contentTypeOf(type, isUtf8)],
    ...(encoding === 'identity' ? ['Accept-Ranges', 'bytes'] : ['Content-Encoding', encoding]),
    ...notModified,
  ];
  return { etag, content, notModified };
}

function hostHeaders(type: string, { kind, appOrigin }: TreeHost): readonly string[] {
  if (kind === 'own') return type === PDF ? ownPdfHeaders : ownOriginHeaders;
  const headers = kind === 'preview' ? framedByApp(previewSecurityHeaders, appOrigin) : securityHeaders;
  return [...headers, ...forSandbox];
}
