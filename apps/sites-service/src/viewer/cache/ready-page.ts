import type { TreeFile } from '@haru/contracts';
import type { LoadedArtifact } from '../../storage/html-storage/artifact.js';
import type { SiteState } from '../../sites/site-visibility.js';
import type { Encoding } from '../headers/accept-encoding.js';
import type { FileHeaders } from './file-headers.js';
import { type HostKind, ownOriginHeaders, securityHeaders, withoutReferrer } from '../headers/page-security.js';

interface Variant {
  etag: string;
  body: Buffer;
  /** They are the headers of a 200, names and values in turn. */
  headers: string[];
  /** They are the headers of a 304. */
  notModifiedHeaders: string[];
}

type Variants = Record<Encoding, Variant>;

type OnHosts<T> = Partial<Record<HostKind, T>>;

/** A page with several files has this index of them. Their bytes are cached separately. */
export interface ReadyTree {
  /** The keys are paths. */
  files: ReadonlyMap<string, TreeFile>;
  /** An entry is added when a file is first sent. */
  headers: Map<string, FileHeaders>;
}

/** The page can be sent while its site is in this `state`. */
export interface ReadyPage {
  state: SiteState;
  hosts: Record<HostKind, boolean>;
  /** On the shared host the content may differ by the storage shim. A tree has none. */
  loaded: OnHosts<LoadedArtifact>;
  variants: OnHosts<Variants>;
  tree?: ReadyTree;
  /** It counts how often this process has shown this content, for all later states of the page. */
  shown: { times: number };
}

type Made = Pick<ReadyPage, 'state' | 'hosts' | 'loaded'> & Partial<Pick<ReadyPage, 'shown' | 'tree'>>;

export function readyPage({ state, hosts, loaded, tree, shown = { times: 0 } }: Made): ReadyPage {
  const variantsOn = (host: HostKind) => loaded[host] && variantsOf(state, loaded[host], host);
  return {
    ...{ state, hosts, loaded, shown, variants: { shared: variantsOn('shared'), own: variantsOn('own') } },
    // Headers depend on the state.
    ...(tree ? { tree: { files: tree.files, headers: new Map<string, FileHeaders>() } } : {}),
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
 * @param bodies all its encodings
 */
export function bytesOf(bodies: readonly Buffer[]): number {
  const bytes = bodies.reduce((total, { length }) => total + length, 0);
  return Math.ceil(bytes * RESIDENT_PER_BYTE) + HEADERS_AND_OBJECTS_BYTES;
}

/** This is an estimate for an entry of a tree with its headers for three encodings on two hosts. */
const TREE_FILE_BYTES = 6 * 1024;

export function sizeOf({ loaded, tree }: Pick<ReadyPage, 'loaded' | 'tree'>): number {
  if (tree) return tree.files.size * TREE_FILE_BYTES;
  const bodies = new Set(Object.values(loaded).flatMap(({ artifact }) => Object.values<Buffer>({ ...artifact })));
  return bytesOf([...bodies]);
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
  const isPublic = state.visibility === 'public';
  const security = host === 'own' ? ownOriginHeaders : securityHeaders;
  const headers = [
    'ETag',
    etag,
    'Last-Modified',
    state.lastModified.toUTCString(),
    // Browsers and proxies keep the page but revalidate it each time, so that changes show immediately.
    'Cache-Control',
    isPublic ? 'public, max-age=0, must-revalidate' : 'no-store',
    'Vary',
    'Accept-Encoding',
    ...(state.noindex ? ['X-Robots-Tag', 'noindex'] : []),
    ...(isPublic ? security : withoutReferrer(security)),
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
