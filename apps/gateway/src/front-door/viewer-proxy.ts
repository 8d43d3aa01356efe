import httpProxy from '@fastify/http-proxy';
import { fastify, type FastifyInstance } from 'fastify';

/** Passes share links on to the viewer, untouched. On Kubernetes the Ingress does this. */
export async function createViewerProxy(viewerUrl: string): Promise<FastifyInstance> {
  const proxy = fastify({ logger: false });
  // Nothing under a share link is ever without the sandbox, not even the news that the viewer is away.
  proxy.setErrorHandler((_error, _request, reply) =>
    reply
      .status(503)
      .headers({ 'content-security-policy': 'sandbox', 'cache-control': 'no-store', 'retry-after': '1' })
      .type('text/plain; charset=utf-8')
      .send('ページの表示サービスに接続できません。しばらく待ってから再読み込みしてください。\n\nFETCH_ERROR'),
  );
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
