import type { PageAddresses, TreeFile } from '@haru/contracts';
import { networkOf } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { Setting } from '../../settings.js';
import { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import type { ByteRange } from '../../storage/html-storage/object-store.js';
import { sendStream } from '../../storage/html-storage/send-stream.js';
import { type FileHeaders, fileHeaders, type FileHost, type ShownState } from '../cache/file-headers.js';
import type { FileBody, ReadyPage, ReadyTree } from '../cache/ready-page.js';
import { StorageGate } from '../cache/storage-gate.js';
import { chooseEncoding, type Encoding } from '../headers/accept-encoding.js';
import { readRange } from '../headers/byte-range.js';
import { isText } from '../headers/file-type.js';
import { hasVersion } from '../headers/if-none-match.js';
import { FileBodies, FileUnavailable } from '../trees/file-bodies.js';
import { findInTree } from '../trees/tree-lookup.js';
import { addressOf } from './client-address.js';
import { FileStreams } from './file-streams.js';
import { ICON_FILE } from './share-route.js';
import { UnsentAnswers } from './unsent-answers.js';
import {
  isForWorker,
  isNavigation,
  pageAddressOf,
  queryOf,
  redirectTo,
  refuseWorker,
  sendNoIcon,
  showError,
  type Visit,
} from './visit.js';

/**
 * Node sends a header and a text in one write, and a header and a buffer as a list of two, which takes a tenth of an
 * answer's time. It copies up to 16 KiB with the header without allocating.
 */
const MAX_TEXT_BYTES = 14 * 1024;
/** The bodies that were sent last are kept as texts, too. */
const TEXTS_BYTES = 4 * 1024 * 1024;

/** A page, or the files of a preview, are shown in a state. */
type Shown = Pick<ReadyPage, 'bodies' | 'headers' | 'tree'> & { state: ShownState };

interface ShownTree {
  tree: ReadyTree;
  state: ShownState;
}

/** Shows a page, or the files of one that is a tree. */
@Injectable()
export class PageFiles {
  /** The headers belong to one body in one encoding. */
  private readonly texts = new LRUCache<FileHeaders, string>({
    maxSize: TEXTS_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  constructor(
    private readonly bodies: FileBodies,
    private readonly storage: HtmlStorage,
    private readonly gate: StorageGate,
    private readonly unsent: UnsentAnswers,
    private readonly streams: FileStreams,
    @Setting('TRUST_PROXY') private readonly proxies: number,
    @Setting('addresses') private readonly addresses: Pick<PageAddresses, 'appOrigin'>,
  ) {}

  /** @returns undefined when the answer needed no read. The promise rejects when storage fails. */
  show(shown: Shown, on: FileHost['kind'], visit: Visit): Promise<void> | undefined {
    const { tree, state } = shown;
    if (!tree) return void this.showPage(shown, on, visit);
    return this.showTree(
      { tree, state },
      on === 'preview' ? { kind: on, appOrigin: this.addresses.appOrigin } : { kind: on },
      visit,
    );
  }

  private showPage({ bodies, headers }: Shown, on: FileHost['kind'], visit: Visit): void {
    const { file, isOwnHost, screens, request, response } = visit;
    if (isOwnHost && file === ICON_FILE) return sendNoIcon(response);
    if (isForWorker(request)) return refuseWorker(response);
    const [body, headersOf] = on === 'own' ? [bodies.own, headers.own] : [bodies.shared, headers.shared];
    if (!body || !headersOf || file !== (isOwnHost ? '/' : undefined)) return showError(visit, screens.FILE_NOT_FOUND);
    this.send(visit, body, (encoding) => headersOf[encoding], 200);
  }

  private showTree(shown: ShownTree, host: FileHost, visit: Visit): Promise<void> | undefined {
    const { file: address, request, response } = visit;
    // The notice's cookie is valid for the page's address with this prefix only, `/share` or `/site`.
    const root = host.kind === 'shared' ? pageAddressOf(request.url ?? '') : '';
    if (address === undefined) return void redirectTo(response, `${root}/${queryOf(request)}`);
    const found = findInTree(shown.tree.files, address, isNavigation(request));
    if (!found && address === ICON_FILE) return void sendNoIcon(response);
    if (!found) return void showError(visit, visit.screens.FILE_NOT_FOUND);
    if (found.kind === 'redirect') return void redirectTo(response, `${root}/${found.path}${queryOf(request)}`);
    const { file, status } = found;
    if (!FileBodies.keeps(file)) return this.stream(shown, file, host, status, visit);
    const body = this.bodies.peek(file, host);
    const send = (loaded: FileBody) => this.send(visit, loaded, headersIn(shown, file, loaded, host), status);
    return body ? void send(body) : this.bodies.load(file, host).then(send);
  }

  private send(
    visit: Visit,
    { artifact }: FileBody,
    headersOf: (encoding: Encoding) => FileHeaders,
    status: 200 | 404,
  ) {
    const { request, response, screens } = visit;
    const accepted = chooseEncoding(request.headers['accept-encoding']);
    if (accepted === undefined) return showError(visit, screens.NOT_ACCEPTABLE);
    const encoding = rangeOf(request) === undefined && artifact[accepted] ? accepted : 'identity';
    const body = artifact[encoding] ?? artifact.identity;
    const headers = headersOf(encoding);
    const answer = answerOf(visit, headers, body.length, status);
    if (!answer) return;
    const isText = !answer.range && body.length > 0 && body.length <= MAX_TEXT_BYTES;
    const part = answer.range ? body.subarray(answer.range.start, answer.range.end + 1) : body;
    // Node omits the body for HEAD.
    response.writeHead(answer.status, answer.headers);
    if (isText) response.end(this.textOf(headers, body), 'latin1');
    else response.end(part);
    if (request.socket.writableLength === 0 || request.method !== 'GET') return;
    // Node copies the rest of a text for each answer, so each counts.
    this.unsent.add(request, response, isText ? body.subarray() : body);
  }

  private textOf(headers: FileHeaders, body: Buffer): string {
    const known = this.texts.get(headers);
    if (known !== undefined) return known;
    const text = body.toString('latin1');
    this.texts.set(headers, text);
    return text;
  }

  private async stream(
    { state }: ShownTree,
    file: TreeFile,
    host: FileHost,
    status: 200 | 404,
    visit: Visit,
  ): Promise<void> {
    const { request, response } = visit;
    const isUtf8 = isText(file.type) && (await this.bodies.isUtf8(file));
    const sent = { contentHash: file.hash, isUtf8, length: file.bytes };
    const headers = fileHeaders(file, sent, state, host, 'identity');
    const answer = answerOf(visit, headers, file.bytes, status);
    if (!answer) return;
    if (request.method === 'HEAD') return void response.writeHead(answer.status, answer.headers).end();
    const client = networkOf(addressOf(request, this.proxies), 'client');
    if (!this.streams.begin(response, client)) return showError(visit, visit.screens.FETCH_ERROR);
    const stream = await this.gate.read((signal) => this.storage.openFile(file.hash, answer.range, signal));
    if (!stream) throw new FileUnavailable(`storage does not have the file ${file.hash} at the moment`);
    response.writeHead(answer.status, answer.headers);
    await sendStream(stream, response);
  }
}

/** Returns the headers of a file, which are made when it is first sent in this encoding. */
function headersIn({ tree, state }: ShownTree, file: TreeFile, body: FileBody, host: FileHost) {
  return (encoding: Encoding): FileHeaders => {
    const key = `${host.kind} ${encoding} ${file.path}`;
    const known = tree.headers.get(key);
    if (known) return known;
    const { length } = body.artifact[encoding] ?? body.artifact.identity;
    const made = fileHeaders(file, { ...body, length }, state, host, encoding);
    tree.headers.set(key, made);
    return made;
  };
}

/** Other methods ignore the header (RFC 9110, 14.2). */
function rangeOf({ method, headers }: IncomingMessage): string | undefined {
  return method === 'GET' ? headers.range : undefined;
}

interface Answer {
  status: 200 | 206 | 404;
  headers: string[];
  range?: ByteRange;
}

/** @returns undefined when it has answered without a body: the client has the file, or the range is past its end */
function answerOf(
  { request, response }: Visit,
  { etag, content, notModified }: FileHeaders,
  bytes: number,
  status: 200 | 404,
): Answer | undefined {
  const { 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (status === 404) return { status, headers: content };
  if (hasVersion(ifNoneMatch, etag)) return void response.writeHead(304, notModified).end();
  const range = ifRange === undefined || ifRange === etag ? readRange(rangeOf(request), bytes) : undefined;
  if (range === undefined) return { status, headers: content };
  if (range === 'unsatisfiable') {
    const headers = [...notModified, 'Content-Range', `bytes */${bytes}`, 'Content-Length', '0'];
    return void response.writeHead(416, headers).end();
  }
  const { start, end } = range;
  const part = ['Content-Range', `bytes ${start}-${end}/${bytes}`, 'Content-Length', String(end - start + 1)];
  return { status: 206, headers: [...content.slice(0, -2), ...part], range };
}
