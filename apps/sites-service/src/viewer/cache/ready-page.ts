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

/** A page is shown on the shared host, on its own, or on both. */
export type HostKind = 'shared' | 'own';

export type Variants = Record<Encoding, Variant>;

type OnHosts<T> = Partial<Record<HostKind, T>>;

/** The page can be sent while its site is in this `state`. */
export interface ReadyPage {
  state: SiteState;
  /** The storage shim can make another content of it for the shared host. */
  loaded: OnHosts<LoadedArtifact>;
  variants: OnHosts<Variants>;
  /** It counts how often this process has shown this content, for all later states of the page. */
  shown: { times: number };
}

export function readyPage(made: Pick<ReadyPage, 'state' | 'loaded'> & Partial<Pick<ReadyPage, 'shown'>>): ReadyPage {
  const { state, loaded, shown = { times: 0 } } = made;
  const variantsOn = (host: HostKind) => loaded[host] && variantsOf(state, loaded[host], host);
  return { state, loaded, shown, variants: { shared: variantsOn('shared'), own: variantsOn('own') } };
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

export function sizeOf({ loaded }: Pick<ReadyPage, 'loaded'>): number {
  const bodies = new Set(Object.values(loaded).flatMap(({ artifact }) => Object.values<Buffer>({ ...artifact })));
  return residentBytes([...bodies].reduce((total, { length }) => total + length, 0));
}

function variantsOf(state: SiteState, loaded: LoadedArtifact, host: HostKind): Variants {
  const variant = (encoding: Encoding) => variantOf(state, loaded, host, encoding);
  return { identity: variant('identity'), gzip: variant('gzip'), br: variant('br') };
}

function variantOf(
  state: SiteState,
  { contentHash, artifact }: LoadedArtifact,
  host: HostKind,
  encoding: Encoding,
): Variant {
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
    ...(host === 'own' ? ownOriginHeaders : securityHeaders),
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
