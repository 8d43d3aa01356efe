import { once } from 'node:events';
import { createServer, request, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { uploadProxy } from './upload-proxy.js';

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('drops an answer whose client has left', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const left = Promise.withResolvers<void>();
  const uploads = await serve((_request, response) => asked.resolve(response));
  const proxy = uploadProxy(uploads.origin, 'http://localhost');
  const front = await serve((incoming, response) => {
    response.once('close', left.resolve);
    proxy.routing(incoming, response);
  });
  const client = request(front.origin).on('error', () => undefined);
  client.end();
  const answer = await asked.promise;
  client.destroy();
  await left.promise;
  answer.end('late');
  await once(answer, 'close');
  expect(front.server.listening).toBe(true);
  front.server.close();
  uploads.server.close();
});
