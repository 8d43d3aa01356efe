import type { PageAddresses, TreeFile } from '@haru/contracts';
import { networkOf, UsagePerClient } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';
import { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import type { ByteRange } from '../../storage/html-storage/object-store.js';
import { sendStream } from '../../storage/html-storage/send-stream.js';
import type { FileBody } from '../cache/file-body.js';
import { type FileHeaders, fileHeaders, type ShownState, type TreeHost } from '../cache/file-headers.js';
import type { ReadyTree } from '../cache/ready-page.js';
import { StorageGate } from '../cache/storage-gate.js';
import { chooseEncoding } from '../headers/accept-encoding.js';
import { readRange } from '../headers/byte-range.js';
import { hasVersion } from '../headers/if-none-match.js';
import { FileBodies, FileUnavailable } from '../trees/file-bodies.js';
import { findInTree } from '../trees/tree-lookup.js';
import { addressOf } from './client-address.js';
import { ICON_FILE } from './share-route.js';
import { UnsentAnswers } from './unsent-answers.js';
import { header, isNavigation, queryOf, redirectTo, sendNoIcon, showError, type Visit } from './visit.js';

/** A slow client keeps a file in storage open, so streams are limited for each client and in total. */
const MAX_STREAMS_PER_CLIENT = 16;
const MAX_STREAMS = 256;

/** A tree is shown with its state, to visitors or in a preview. */
interface ShownTree {
  tree: ReadyTree;
  state: ShownState;
  on: TreeHost['kind'];
}

/** Shows the files of a page that is a tree. */
@Injectable()
export class TreeFiles {
  private readonly streams = new UsagePerClient(MAX_STREAMS_PER_CLIENT);
  private streaming = 0;

  constructor(
    private readonly bodies: FileBodies,
    private readonly storage: HtmlStorage,
    private readonly gate: StorageGate,
    private readonly unsent: UnsentAnswers,
    @Setting('TRUST_PROXY') private readonly proxies: number,
    @Setting('addresses') private readonly addresses: Pick<PageAddresses, 'appOrigin'>,
  ) {}

  /** @returns undefined when the answer needed no read. The promise rejects when storage fails. */
  show(shown: ShownTree, visit: Visit): Promise<void> | undefined {
    const { path, key, file: address, request, response } = visit;
    const named = key === undefined ? path : `${path}~${key}`;
    const root = shown.on === 'shared' ? `/share/${named}` : '';
    if (address === undefined) return void redirectTo(response, `${root}/${queryOf(request)}`);
    const found = findInTree(shown.tree.files, address, isNavigation(request));
    if (!found && address === ICON_FILE) return void sendNoIcon(response);
    if (!found) return void showError(visit, visit.screens.FILE_NOT_FOUND);
    if (found.kind === 'redirect') return void redirectTo(response, `${root}/${found.path}${queryOf(request)}`);
    const { file, status } = found;
    if (!FileBodies.keeps(file)) return this.stream(shown, file, status, visit);
    const host = this.hostOf(shown);
    const body = this.bodies.peek(file, host);
    if (body) return void this.send(shown, file, body, status, visit);
    return this.bodies.load(file, host).then((loaded) => this.send(shown, file, loaded, status, visit));
  }

  private hostOf({ on: kind }: ShownTree): TreeHost {
    return { kind, appOrigin: this.addresses.appOrigin };
  }

  private send(shown: ShownTree, file: TreeFile, body: FileBody, status: 200 | 404, visit: Visit): void {
    const { request, response } = visit;
    const { tree, state, on } = shown;
    const rangeHeader = request.headers.range;
    const accepted = chooseEncoding(header(request.headers['accept-encoding']));
    if (accepted === undefined) return showError(visit, visit.screens.NOT_ACCEPTABLE);
    const encoding = rangeHeader === undefined && body[accepted] ? accepted : 'identity';
    const key = `${on} ${encoding} ${file.path}`;
    let headers = tree.headers.get(key);
    if (!headers) tree.headers.set(key, (headers = fileHeaders(file, body, state, this.hostOf(shown), encoding)));
    const bytes = body[encoding] ?? body.identity;
    const answer = answerOf(visit, headers, bytes.length, status);
    if (!answer) return;
    const part = answer.range ? bytes.subarray(answer.range.start, answer.range.end + 1) : bytes;
    response.writeHead(answer.status, answer.headers).end(part);
    if (request.socket.writableLength > 0 && request.method === 'GET') this.unsent.add(request, response, bytes);
  }

  private async stream(shown: ShownTree, file: TreeFile, status: 200 | 404, visit: Visit): Promise<void> {
    const { request, response } = visit;
    const sent = { contentHash: file.hash, isUtf8: true };
    const headers = fileHeaders(file, sent, shown.state, this.hostOf(shown), 'identity');
    const answer = answerOf(visit, headers, file.bytes, status);
    if (!answer) return;
    if (request.method === 'HEAD') return void response.writeHead(answer.status, answer.headers).end();
    const client = networkOf(addressOf(request, this.proxies), 'client');
    if (this.streaming >= MAX_STREAMS || !this.streams.hasCapacity(client)) {
      return showError(visit, visit.screens.FETCH_ERROR);
    }
    this.streams.take(client);
    this.streaming += 1;
    try {
      const stream = await this.gate.read((signal) => this.storage.openFile(file.hash, answer.range, signal));
      if (!stream) throw new FileUnavailable(`storage does not have the file ${file.hash} at the moment`);
      response.writeHead(answer.status, answer.headers);
      await sendStream(stream, response);
    } finally {
      this.streaming -= 1;
      this.streams.release(client);
    }
  }
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
  const { range: wanted, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (status === 404) return { status, headers: [...content, 'Content-Length', String(bytes)] };
  if (hasVersion(ifNoneMatch, etag)) return void response.writeHead(304, notModified).end();
  const range = ifRange === undefined || ifRange === etag ? readRange(wanted, bytes) : undefined;
  if (range === undefined) return { status, headers: [...content, 'Content-Length', String(bytes)] };
  if (range === 'unsatisfiable') {
    const headers = [...notModified, 'Content-Range', `bytes */${bytes}`, 'Content-Length', '0'];
    return void response.writeHead(416, headers).end();
  }
  const { start, end } = range;
  const length = ['Content-Range', `bytes ${start}-${end}/${bytes}`, 'Content-Length', String(end - start + 1)];
  return { status: 206, headers: [...content, ...length], range };
}
