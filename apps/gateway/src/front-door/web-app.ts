import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { fastify, type FastifyInstance } from 'fastify';
import { appHeaders } from '../http/headers.js';

/** The built web app's hashed assets are cached forever; every other path answers its one document. */
export async function createWebApp(
  root: string,
  onTls: boolean,
  frameSources: readonly string[],
): Promise<FastifyInstance> {
  const web = fastify({ logger: false });
  await web.register(helmet, appHeaders(onTls, frameSources));
  await web.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = file.startsWith(join(root, 'assets'));
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // No route here takes a body, so none is parsed.
  web.removeAllContentTypeParsers();
  web.addContentTypeParser('*', (_request, _payload, done) => done(null));
  web.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const isAsked = error.statusCode !== undefined && error.statusCode < 500;
    return reply
      .status(isAsked ? 404 : 500)
      .type('text/plain; charset=utf-8')
      .send(isAsked ? 'Not found' : 'Failed');
  });
  web.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !isFile(request.url)) return reply.sendFile('index.html');
    return reply.status(404).type('text/plain; charset=utf-8').send('Not found');
  });
  await web.ready();
  return web;
}

/** Only a file can answer these, as opposed to an address of the app. nginx has the same rules (tools/deploy/web.conf). */
function isFile(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return /^\/(?:assets|\.well-known)\/|\.[^/]*$/.test(path);
}
