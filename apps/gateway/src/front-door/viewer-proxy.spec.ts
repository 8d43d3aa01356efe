import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createViewerProxy } from './viewer-proxy.js';

let proxy: FastifyInstance | undefined;
let viewer: Server | undefined;

afterEach(async () => {
  await proxy?.close();
  viewer?.close();
});

it('passes path, status, headers and body through as they are', async () => {
  viewer = createServer((request, response) => {
    response.writeHead(410, { 'content-security-policy': 'sandbox allow-scripts', 'x-seen': request.url ?? '' });
    response.end('gone');
  }).listen(0);
  proxy = await createViewerProxy(`http://127.0.0.1:${(viewer.address() as AddressInfo).port}`);
  const answer = await proxy.inject('/share/a%20b?x=1');
  expect(answer).toMatchObject({ statusCode: 410, body: 'gone' });
  expect(answer.headers).toMatchObject({
    'content-security-policy': 'sandbox allow-scripts',
    'x-seen': '/share/a%20b?x=1',
  });
});

it('keeps the sandbox when the viewer is away', async () => {
  proxy = await createViewerProxy('http://127.0.0.1:9');
  const answer = await proxy.inject('/site/abcdefgh');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['content-security-policy']).toBe('sandbox');
});
