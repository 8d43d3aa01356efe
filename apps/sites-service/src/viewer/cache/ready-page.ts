import type { LoadedArtifact } from '../../storage/html-storage/html-storage.js';
import type { SiteState } from '../../sites/site-visibility.js';
import type { Encoding } from '../headers/accept-encoding.js';
import { ownOriginHeaders, securityHeaders } from '../headers/page-security.js';

interface Variant {
  etag: string;
  body: Buffer;
  /** They are the headers of a 200, names and values in turn. */
  headers: string[];
  /** They are the headers of a 304. */
  notModifiedHeaders: string[];
}

/** The page can be sent while its site is in this `state`. */
export interface ReadyPage extends LoadedArtifact {
  state: SiteState;
  /** The page has a host of its own. */
  hasOwnOrigin: boolean;
  variants: Record<Encoding, Variant>;
  /** It counts how often this process has shown this content, for all later states of the page. */
  shown: { times: number };
}

export function readyPage(made: Omit<ReadyPage, 'variants' | 'shown'> & Partial<Pick<ReadyPage, 'shown'>>): ReadyPage {
  const variant = (encoding: Encoding) => variantOf(made, encoding);
  return {
    shown: { times: 0 },
    ...made,
    variants: { identity: variant('identity'), gzip: variant('gzip'), br: variant('br') },
  };
}

const HEADERS_AND_OBJECTS_BYTES = 8 * 1024;
/**
 * For each cached byte, dropped pages that the garbage collector has not found yet take 0.7 (the viewer runs with
 * `--heap-growing-percent=70`), and malloc holds 0.4 free.
 */
const RESIDENT_PER_BYTE = 2.1;

/**
 * Estimates in bytes what a page adds to the resident memory of a process that keeps dropping and loading pages.
 * @param artifactBytes of all its encodings together
 */
function residentBytes(artifactBytes: number): number {
  return Math.ceil(artifactBytes * RESIDENT_PER_BYTE) + HEADERS_AND_OBJECTS_BYTES;
}

export function sizeOf({ artifact }: ReadyPage): number {
  return residentBytes(artifact.identity.length + artifact.gzip.length + artifact.br.length);
}

function variantOf(page: Omit<ReadyPage, 'variants' | 'shown'>, encoding: Encoding): Variant {
  const { state, contentHash, artifact, hasOwnOrigin } = page;
  const body = artifact[encoding];
  // With noindex the ETag differs: otherwise a crawler that revalidates its copy would never see the header.
  const version = contentHash.slice(0, 32) + (state.noindex ? '-noindex' : '');
  const etag = encoding === 'identity' ? `"${version}"` : `"${version}-${encoding}"`;
  const headers = [
    'ETag',
    etag,
    'Last-Modified',
    state.lastModified.toUTCString(),
    // Browsers and proxies keep the page but revalidate it each time, so that changes show immediately.
    'Cache-Control',
    'public, max-age=0, must-revalidate',
    'Vary',
    'Accept-Encoding',
    ...(state.noindex ? ['X-Robots-Tag', 'noindex'] : []),
    ...(hasOwnOrigin ? ownOriginHeaders : securityHeaders),
  ];
  const contentHeaders = [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Length',
    String(body.length),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
  ];
  return {
    etag,
    body,
    headers: [...contentHeaders, ...headers],
    notModifiedHeaders: headers,
  };
}
