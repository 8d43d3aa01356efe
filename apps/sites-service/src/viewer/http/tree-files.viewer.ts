import type { TreeFile } from '@haru/contracts';
import { networkOf, UsagePerClient } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';
import { type ByteRange, HtmlStorage } from '../../storage/html-storage/html-storage.js';
import { sendStream } from '../../storage/html-storage/send-stream.js';
import type { FileBody } from '../cache/file-body.js';
import { type FileHeaders, fileHeaders } from '../cache/file-headers.js';
import type { ReadyPage, ReadyTree } from '../cache/ready-page.js';
import { StorageGate } from '../cache/storage-gate.js';
import { chooseEncoding } from '../headers/accept-encoding.js';
import { readRange } from '../headers/byte-range.js';
import type { HostKind } from '../headers/page-security.js';
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
  ) {}

  /** @returns undefined when the answer needed no read. The promise rejects when storage fails. */
  show(page: ReadyPage, tree: ReadyTree, visit: Visit): Promise<void> | undefined {
    const { path, file: address, isOwnHost, request, response } = visit;
    const root = isOwnHost ? '' : `/share/${path}`;
    if (address === undefined) return void redirectTo(response, `${root}/${queryOf(request)}`);
    const found = findInTree(tree.files, address, isNavigation(request));
    if (!found && address === ICON_FILE) return void sendNoIcon(response);
    if (!found) return void showError(visit, visit.screens.FILE_NOT_FOUND);
    if (found.kind === 'redirect') return void redirectTo(response, `${root}/${found.path}${queryOf(request)}`);
    const { file, status } = found;
    const host = isOwnHost ? 'own' : 'shared';
    if (!FileBodies.keeps(file)) return this.stream(page, file, host, status, visit);
    const body = this.bodies.peek(file, host);
    if (body) return void this.send(page, tree, file, body, status, visit);
    return this.bodies.load(file, host).then((loaded) => this.send(page, tree, file, loaded, status, visit));
  }

  private send(
    { state }: ReadyPage,
    tree: ReadyTree,
    file: TreeFile,
    body: FileBody,
    status: 200 | 404,
    visit: Visit,
  ): void {
    const { isOwnHost, request, response } = visit;
    const rangeHeader = request.headers.range;
    const accepted = chooseEncoding(header(request.headers['accept-encoding']));
    if (accepted === undefined) return showError(visit, visit.screens.NOT_ACCEPTABLE);
    const encoding = rangeHeader === undefined && body[accepted] ? accepted : 'identity';
    const key = `${isOwnHost ? encoding : `shared ${encoding}`} ${file.path}`;
    let headers = tree.headers.get(key);
    if (!headers)
      tree.headers.set(key, (headers = fileHeaders(file, body, state, isOwnHost ? 'own' : 'shared', encoding)));
    const bytes = body[encoding] ?? body.identity;
    const answer = answerOf(visit, headers, bytes.length, status);
    if (!answer) return;
    const part = answer.range ? bytes.subarray(answer.range.start, answer.range.end + 1) : bytes;
    response.writeHead(answer.status, answer.headers).end(part);
    if (request.socket.writableLength > 0 && request.method === 'GET') this.unsent.add(request, response, bytes);
  }

  private async stream(
    { state }: ReadyPage,
    file: TreeFile,
    host: HostKind,
    status: 200 | 404,
    visit: Visit,
  ): Promise<void> {
    const { request, response } = visit;
    const sent = { contentHash: file.hash, isUtf8: true };
    const answer = answerOf(visit, fileHeaders(file, sent, state, host, 'identity'), file.bytes, status);
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
