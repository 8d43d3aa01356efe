import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { closeUnfinished } from './before-body.js';

it('closes the connection of a refused request whose body never ends', async () => {
  const server = fastify();
  server.addHook('onRequest', async (_request, reply) => reply.status(401).send('refused'));
  server.post('/', async () => 'never');
  closeUnfinished(server, 20);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (part: string) => (answer += part));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6000000\r\n\r\n{');
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 401[^]*refused$/);
  await server.close();
});
