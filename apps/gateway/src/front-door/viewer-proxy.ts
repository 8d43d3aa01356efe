import httpProxy from '@fastify/http-proxy';
import { fastify, type FastifyInstance } from 'fastify';

/** Passes share links on to the viewer, untouched. On Kubernetes the Ingress does this. */
export async function createViewerProxy(viewerUrl: string): Promise<FastifyInstance> {
  const proxy = fastify({ logger: false });
  for (const prefix of ['/share', '/site']) {
    await proxy.register(httpProxy, {
      upstream: viewerUrl,
      prefix,
      rewritePrefix: prefix,
      undici: { connections: 64 },
    });
  }
  await proxy.ready();
  return proxy;
}
