/**
 * `node peer-server.mjs bare|fastify|express <folder>`: other servers of the same page, each set up as its own
 * documentation has it. Tells its parent the port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import compression from 'compression';
import express from 'express';
import { fastify } from 'fastify';

const [kind, folder] = process.argv.slice(2);

const servers = {
  /** Node's own server, writing what our viewer wrote: the same status, headers and bytes, with nothing looked up. */
  async bare() {
    const answers = Object.fromEntries(
      ['identity', 'gzip'].map((encoding) => [
        encoding,
        {
          headers: JSON.parse(readFileSync(join(folder, `headers-${encoding}.json`), 'utf8')),
          body: readFileSync(join(folder, encoding === 'gzip' ? 'page.html.gz' : 'page.html')),
        },
      ]),
    );
    const server = createServer((request, response) => {
      const { headers, body } = request.headers['accept-encoding'] === 'gzip' ? answers.gzip : answers.identity;
      response.writeHead(200, headers).end(body);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  },
  async fastify() {
    const app = fastify();
    await app.register(fastifyStatic, { root: folder, preCompressed: true });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  async express() {
    const app = express();
    app.use(compression());
    app.use(express.static(folder));
    return new Promise((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => resolve(server));
    });
  },
};

const server = await servers[kind]();
process.send({ port: server.address().port });
process.on('disconnect', () => process.exit(0));
