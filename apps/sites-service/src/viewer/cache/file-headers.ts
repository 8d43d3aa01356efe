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

/** The headers of a file in one encoding are names and values in turn. */
export interface FileHeaders {
  etag: string;
  /** They are those of a 200. The length comes last. */
  content: string[];
  notModified: string[];
}

/** Files are shown here to visitors, or to the app of their owner. */
export type FileHost =
  | { kind: 'preview'; appOrigin: string }
  | {
      kind: HostKind;
      /** The file is the whole page, and requests none beside it. */
      isPage?: boolean;
    };

/** A file is sent with this hash and this length in bytes. */
interface SentFile {
  contentHash: string;
  isUtf8: boolean;
  length: number;
}

const PDF = 'application/pdf';

const KEPT_LONG = 'public, max-age=31536000, immutable';
/** Browsers and proxies keep the file but revalidate it each time, so that changes show immediately. */
const REVALIDATED = 'public, max-age=0, must-revalidate';

/** A sandboxed document has an opaque origin, so its requests for scripts, fonts and data are cross-origin. */
const forSandbox = ['Access-Control-Allow-Origin', '*'];
/** Another page that reads one of these could show it: without the notice, or a preview outside of the app. */
const isDocument = (type: string): boolean => /html|xml/.test(type);

/** These columns of a page decide about the headers of its files. */
export type ShownState = Pick<SiteState, 'noindex' | 'underReview' | 'visibility'> &
  Partial<Pick<SiteState, 'lastModified'>>;

export function fileHeaders(
  { path, type }: Pick<TreeFile, 'path' | 'type'>,
  { contentHash, isUtf8, length }: SentFile,
  state: ShownState,
  host: FileHost,
  encoding: Encoding,
): FileHeaders {
  // With noindex the ETag differs: otherwise a crawler that revalidates its copy would never see the header.
  const version = contentHash.slice(0, 32) + (state.noindex ? '-noindex' : '');
  const etag = encoding === 'identity' ? `"${version}"` : `"${version}-${encoding}"`;
  const isPublic = state.visibility === 'public';
  const headersOnHost = hostHeaders(type, state, host);
  const isKeptLong = isNamedByHash(path) && type !== 'text/html' && !state.underReview;
  const notModified = [
    ...['ETag', etag],
    ...(state.lastModified ? ['Last-Modified', state.lastModified.toUTCString()] : []),
    ...['Cache-Control', host.kind === 'preview' || !isPublic ? 'no-store' : isKeptLong ? KEPT_LONG : REVALIDATED],
    ...(isCompressible(type) ? ['Vary', 'Accept-Encoding'] : []),
    ...(state.noindex ? ['X-Robots-Tag', 'noindex'] : []),
    ...(isPublic ? headersOnHost : withoutReferrer(headersOnHost)),
  ];
  const content = [
    ...['Content-Type', contentTypeOf(type, isUtf8)],
    ...(encoding === 'identity' ? ['Accept-Ranges', 'bytes'] : ['Content-Encoding', encoding]),
    ...notModified,
    ...['Content-Length', String(length)],
  ];
  return { etag, content, notModified };
}

function hostHeaders(type: string, { underReview }: ShownState, host: FileHost): readonly string[] {
  if (host.kind === 'own') return type === PDF ? ownPdfHeaders : ownOriginHeaders;
  const isPreview = host.kind === 'preview';
  const isReadable = isPreview || underReview ? !isDocument(type) : !host.isPage;
  const headers = isPreview ? framedByApp(previewSecurityHeaders, host.appOrigin) : securityHeaders;
  return isReadable ? [...headers, ...forSandbox] : headers;
}
