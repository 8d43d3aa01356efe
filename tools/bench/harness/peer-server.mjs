/**
 * `node peer-server.mjs bare|fastify|express <folder>` and `node peer-server.mjs insert <database url>`: the servers that
 * ours are measured beside, each set up as its own documentation has it. It sends its parent the port.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';
import { Pool } from 'pg';

const [kind, argument] = process.argv.slice(2);

const servers = {
  /** Node's own server, writing what our viewer wrote: the same status, headers and bytes, with nothing looked up. */
  async bare() {
    const answerOf = (encoding, file) => ({
      headers: JSON.parse(readFileSync(join(argument, `headers-${encoding}.json`), 'utf8')),
      body: readFileSync(join(argument, file)),
    });
    const answers = { gzip: answerOf('gzip', 'page.html.gz'), identity: answerOf('identity', 'page.html') };
    const server = createServer((request, response) => {
      const { headers, body } = request.headers['accept-encoding'] === 'gzip' ? answers.gzip : answers.identity;
      response.writeHead(200, headers).end(body);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  },
  async fastify() {
    const app = fastify();
    await app.register(fastifyStatic, { root: argument, preCompressed: true });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  /** What one writes first: each page becomes a file. Express is installed in the folder. Nothing is forced to disk. */
  async express() {
    const express = createRequire(join(argument, 'package.json'))('express');
    const app = express().use(express.json({ limit: '8mb' }));
    app.post('/', async (request, response) => {
      const id = randomUUID();
      await writeFile(join(argument, `${id}.html`), request.body.html_content);
      response.json({ success: true, site: { id } });
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  },
  /** The least that publishing can be: one insert behind a route. */
  async insert() {
    const app = fastify({ bodyLimit: 8 * 1024 * 1024 });
    const pool = new Pool({ connectionString: argument, max: 10 });
    app.post('/', async (request) => {
      const [id, path] = [randomUUID(), randomBytes(8).toString('hex')];
      await pool.query(
        `INSERT INTO bare_sites (id, user_id, title, path, html_content, storage_path, created_at, last_modified, expires_at)
         VALUES ($1, $2, 'bench', $3, $4, $5, now(), now(), now() + interval '10 days')`,
        [id, randomUUID(), path, request.body.html_content, `${id}/none.html`],
      );
      return { success: true, site: { id, path } };
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
};

const server = await servers[kind]();
process.send({ port: server.address().port });
process.on('disconnect', () => process.exit(0));
