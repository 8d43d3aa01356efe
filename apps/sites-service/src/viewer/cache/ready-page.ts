import type { PageAddresses, TreeFile } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';
import type { SiteState, UnavailableReason } from '../../sites/site-visibility.js';
import { type Artifact, contentKindOf, type LoadedArtifact } from '../../storage/html-storage/artifact.js';
import { readTree } from '../../storage/html-storage/tree.js';
import type { Encoding } from '../headers/accept-encoding.js';
import type { HostKind } from '../headers/page-security.js';
import { StorageShims } from '../shim/storage-shim.js';
import { fileHeaders, type FileHeaders } from './file-headers.js';

/** These are the bytes of a page or of a file of a tree, as they are sent. */
export interface FileBody {
  /** This is the SHA-256 of the uncompressed bytes, including the storage shim if there is one. */
  contentHash: string;
  isUtf8: boolean;
  /** A file of a tree has no encoding that does not make it smaller. */
  artifact: Pick<Artifact, 'identity'> & Partial<Artifact>;
}

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
  bodies: OnHosts<FileBody>;
  headers: OnHosts<Record<Encoding, FileHeaders>>;
  tree?: ReadyTree;
  /** It counts how often this process has shown this content, for all later states of the page. */
  shown: { times: number };
}

/** A path shows a page, or none for this reason. */
export type Answer = ReadyPage | UnavailableReason;

@Injectable()
export class PageMaker {
  private readonly shims = new StorageShims();

  constructor(@Setting('addresses') private readonly addresses: Pick<PageAddresses, 'hostsOf'>) {}

  async make(state: SiteState, loaded: LoadedArtifact): Promise<ReadyPage> {
    const hosts = this.addresses.hostsOf(state.path, state.hadOwnOrigin, state.visibility === 'public');
    const page = { state, hosts, bodies: {}, headers: {}, shown: { times: 0 } };
    if (contentKindOf(state.storagePath) === 'tree')
      return { ...page, tree: treeOf(readTree(loaded.artifact.identity)) };
    const bodies = {
      ...(hosts.own ? { own: { ...loaded, isUtf8: true } } : {}),
      ...(hosts.shared ? { shared: { ...(await this.shims.into(loaded)), isUtf8: true } } : {}),
    };
    return withState({ ...page, bodies }, state);
  }
}

export function treeOf(files: readonly TreeFile[]): ReadyTree {
  return { files: new Map(files.map((file) => [file.path, file])), headers: new Map<string, FileHeaders>() };
}

/** Returns the page with the headers of another state. */
export function withState(page: ReadyPage, state: SiteState): ReadyPage {
  const { bodies, tree } = page;
  const headersOn = (kind: HostKind) => bodies[kind] && pageHeaders(bodies[kind], state, kind);
  return {
    ...{ ...page, state, headers: { shared: headersOn('shared'), own: headersOn('own') } },
    ...(tree ? { tree: { ...tree, headers: new Map<string, FileHeaders>() } } : {}),
  };
}

const PAGE = { path: 'index.html', type: 'text/html' };

function pageHeaders(body: FileBody, state: SiteState, kind: HostKind): Record<Encoding, FileHeaders> {
  const headersOf = (encoding: Encoding) => {
    const { length = 0 } = body.artifact[encoding] ?? {};
    return fileHeaders(PAGE, { ...body, length }, state, { kind, isPage: true }, encoding);
  };
  return { identity: headersOf('identity'), gzip: headersOf('gzip'), br: headersOf('br') };
}

const HEADERS_AND_OBJECTS_BYTES = 8 * 1024;
/**
 * For each cached byte, dropped pages that the garbage collector has not found yet take 0.7 (the viewer runs with
 * `--heap-growing-percent=70`), and malloc holds 0.4 free.
 */
const RESIDENT_PER_BYTE = 2.1;

/** Estimates in bytes what these add to the resident memory of a process that keeps dropping and loading pages. */
export function bytesOf(bodies: readonly FileBody[]): number {
  const buffers = new Set(bodies.flatMap(({ artifact }) => Object.values<Buffer>({ ...artifact })));
  const bytes = [...buffers].reduce((total, { length }) => total + length, 0);
  return Math.ceil(bytes * RESIDENT_PER_BYTE) + HEADERS_AND_OBJECTS_BYTES;
}

/** This is an estimate for an entry of a tree with its headers for three encodings on two hosts. */
const TREE_FILE_BYTES = 6 * 1024;

export function sizeOf({ bodies, tree }: Pick<ReadyPage, 'bodies' | 'tree'>): number {
  return tree ? tree.files.size * TREE_FILE_BYTES : bytesOf(Object.values(bodies));
}
