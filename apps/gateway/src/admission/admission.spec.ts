import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { EnvironmentKeys } from '../credentials/environment-keys.js';
import { VerifiedTokens } from '../credentials/verified-tokens.js';
import { serviceEnv } from '../config.js';
import { Admission } from './admission.js';
import { UnsentPages } from './unsent-pages.js';
import { FailedCredentials } from '../credentials/failed-credentials.js';

const env = serviceEnv.parse({
  REDIS_URL: 'redis://localhost',
  PUBLIC_ORIGIN: 'http://localhost:3000',
  PAGES_ORIGIN: 'http://localhost:3001',
  ANON_KEY: 'a public key of this test',
  SERVICE_ROLE_KEY: 'a service key of this test',
  GATEWAY_MAX_CONNECTIONS_PER_CLIENT: '6',
  GATEWAY_MAX_REQUESTS_PER_CLIENT: '5',
  GATEWAY_MAX_REQUESTS: '0',
});

let admission: Admission;
let unsentPages: UnsentPages;
let server: Server;
/** These requests reached the API and wait for an answer. */
let waiting: ServerResponse[];

beforeEach(async () => {
  waiting = [];
  unsentPages = new UnsentPages(300);
  admission = new Admission(
    env,
    new EnvironmentKeys(env.ANON_KEY, env.SERVICE_ROLE_KEY),
    new VerifiedTokens(),
    new FailedCredentials(1),
    unsentPages,
  );
  server = createServer((request, response) =>
    admission.handle(request, response, (_request, forwarded) => void waiting.push(forwarded)),
  ).on('connection', (socket) => admission.admitConnection(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(async () => {
  admission.close();
  server.close().closeAllConnections();
  const outcomes = await Promise.allSettled(unanswered.splice(0));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const get = () => fetch(`${url()}/functions/v1/serve-site`);
/** These requests get no answer and end with the server. */
const unanswered: Promise<unknown>[] = [];
const leave = (asked: Promise<unknown>): void => void unanswered.push(asked);
const postLarge = () => fetch(`${url()}/rest/v1/sites`, { method: 'POST', body: 'x'.repeat(100_000) });

it('refuses what a client asks for beside too many requests in flight, until one of them is answered', async () => {
  const asked = Array.from({ length: 5 }, get);
  await waitFor(() => waiting.length === 5);
  const refused = await get();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ success: false, code: 'RATE_LIMITED' });
  for (const response of waiting.splice(0)) response.end();
  await Promise.all(asked);
  leave(get());
  await waitFor(() => waiting.length === 1);
});

it('closes the connections of a client that has too many', async () => {
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 7 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const isClosed = () => sockets.filter(({ destroyed }) => destroyed).length;
  await waitFor(() => isClosed() === 1);
  expect(isClosed()).toBe(1);
  for (const socket of sockets) socket.destroy();
});

it('answers 503 in the shape of the API where a kind of traffic has its share, and serves the other kinds', async () => {
  for (let count = 0; count < 4; count++) leave(postLarge());
  await waitFor(() => waiting.length === 4);
  const refused = await postLarge();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ code: 'SERVICE_BUSY', details: null, hint: null });
  leave(get());
  await waitFor(() => waiting.length === 5);
});
