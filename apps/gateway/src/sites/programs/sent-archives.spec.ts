import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '@haru/contracts';
import { afterEach, expect, it } from '@jest/globals';
import type { HttpCall } from '../../access/access.js';
import { SentArchives } from './sent-archives.js';

const bounds = { archiveBytes: 1_000_000 };
const server = createServer();
afterEach(() => void server.close());

const archivesAt = (origin: string): SentArchives => {
  const uploads = { open: () => Promise.resolve({ upload_id: 'id', ticket: 'ticket' }) };
  const dependencies = [{}, uploads, {}, bounds, origin] as unknown as ConstructorParameters<typeof SentArchives>;
  return new SentArchives(...dependencies);
};
const callOf = (headers: object) => ({ request: { headers } }) as HttpCall;

/** Receives an archive, which is passed on to a server that answers so. */
async function receive(answer: RequestListener, archive: AsyncIterable<Buffer>): Promise<string> {
  server.removeAllListeners('request').on('request', answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return archivesAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).receive(archive, callOf({}));
}

async function* chunks(): AsyncIterable<Buffer> {
  yield Buffer.from('PK');
}

it('says after how long a refused archive may be sent again', async () => {
  const answer: RequestListener = (request, response) => {
    request.resume();
    response.writeHead(503, { 'retry-after': '7' }).end(JSON.stringify({ code: 'SERVICE_BUSY' }));
  };
  await expect(receive(answer, chunks())).rejects.toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: 7 });
});

it('refuses an archive by the fault that its sender made', async () => {
  const fault = new ServiceError('FORM_SEVERAL_FILES');
  async function* faulty(): AsyncIterable<Buffer> {
    yield* chunks();
    throw fault;
  }
  await expect(receive((request) => request.on('error', () => undefined).resume(), faulty())).rejects.toBe(fault);
});

it.each([
  ['an archive', 999_000, 999_000],
  ['a form with an archive at the limit', 1_000_300, 1_000_000],
  ['what is too large', 1_100_000, 1_100_000],
  ['what has no length', undefined, 1_000_000],
])('declares the bytes of %s', (_what, length, declared) => {
  const headers = length === undefined ? {} : { 'content-length': String(length) };
  expect(archivesAt('').declaredBytes(callOf(headers))).toBe(declared);
});
