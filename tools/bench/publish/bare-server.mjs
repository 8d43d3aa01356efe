/** `node bare-server.mjs <database url>`: the least that publishing can be, one insert behind a route. */
import { randomBytes, randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const app = fastify({ bodyLimit: 8 * 1024 * 1024 });
app.post('/', async (request) => {
  const id = randomUUID();
  const path = randomBytes(8).toString('hex');
  await pool.query(
    `INSERT INTO bare_sites (id, user_id, title, path, html_content, storage_path, created_at, last_modified, expires_at)
     VALUES ($1, $2, 'bench', $3, $4, $5, now(), now(), now() + interval '10 days')`,
    [id, randomUUID(), path, request.body.html_content, `${id}/none.html`],
  );
  return { success: true, site: { id, path } };
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
process.on('disconnect', () => process.exit(0));
