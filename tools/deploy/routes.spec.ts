import { beforeAll, describe, expect, it } from '@jest/globals';
import { edgeRoutes, pageAddressesOf } from '@haru/contracts';
import { z } from 'zod';
import { overlays, renderOverlay, type Manifest } from './kustomize.js';

const EDGE_NAMESPACE = 'haru-edge';

const gatewaySchema = z.object({
  metadata: z.object({ name: z.string(), namespace: z.literal(EDGE_NAMESPACE) }),
  spec: z.strictObject({
    gatewayClassName: z.string(),
    listeners: z.array(
      z.object({
        name: z.string(),
        hostname: z.string().optional(),
        protocol: z.string(),
        allowedRoutes: z.unknown(),
      }),
    ),
  }),
});
const routeSchema = z.object({
  metadata: z.object({ name: z.string(), namespace: z.literal('haru') }),
  spec: z.object({
    parentRefs: z.array(z.strictObject({ name: z.string(), namespace: z.string(), sectionName: z.string() })),
    rules: z.array(
      z.object({
        matches: z
          .array(
            z.strictObject({
              path: z.strictObject({ type: z.literal('PathPrefix'), value: z.string() }),
              method: z.string().optional(),
            }),
          )
          .default([]),
        backendRefs: z.array(z.strictObject({ name: z.string(), port: z.number() })).default([]),
        timeouts: z.object({ request: z.string() }).optional(),
        filters: z.unknown().optional(),
      }),
    ),
  }),
});

const configSchema = z.object({
  PUBLIC_ORIGIN: z.string(),
  PAGES_ORIGIN: z.string(),
  VIEWER_ORIGIN_PATTERN: z.string(),
});

describe.each(overlays)('the edge of overlay %s', (overlay) => {
  let manifests: Manifest[];
  const ofKind = <T>(kind: string, schema: z.ZodType<T>): T[] =>
    manifests.filter((manifest) => manifest.kind === kind).map((manifest) => schema.parse(manifest));
  const routesOf = (listener: string) =>
    ofKind('HTTPRoute', routeSchema).filter(({ spec }) =>
      spec.parentRefs.some(({ sectionName }) => sectionName === listener),
    );
  const servicesOf = (listener: string): Record<string, string> =>
    Object.fromEntries(
      routesOf(listener).flatMap(({ spec }) =>
        spec.rules.flatMap(({ matches, backendRefs }) =>
          matches.map(({ path, method }) => [
            [method, path.value].filter(Boolean).join(' '),
            backendRefs.map(({ name }) => name).join(),
          ]),
        ),
      ),
    );

  beforeAll(async () => {
    manifests = await renderOverlay(overlay);
  });

  it('is one Gateway, for any controller', () => {
    expect(ofKind('Gateway', gatewaySchema)).toHaveLength(1);
    expect(manifests.filter(({ kind }) => kind === 'Ingress')).toEqual([]);
    expect(JSON.stringify(manifests)).not.toMatch(/nginx\.(?:ingress|org)|ingress-nginx/);
  });

  it('lets only our namespace attach routes, and attaches each to a listener that there is', () => {
    const [gateway] = ofKind('Gateway', gatewaySchema);
    const listeners = gateway?.spec.listeners ?? [];
    for (const { allowedRoutes } of listeners) {
      expect(allowedRoutes).toEqual({
        kinds: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' }],
        namespaces: { from: 'Selector', selector: { matchLabels: { 'kubernetes.io/metadata.name': 'haru' } } },
      });
    }
    const parents = ofKind('HTTPRoute', routeSchema).flatMap(({ spec }) => spec.parentRefs);
    for (const { name, namespace, sectionName } of parents) {
      expect([name, namespace]).toEqual([gateway?.metadata.name, EDGE_NAMESPACE]);
      expect(listeners.map((listener) => listener.name)).toContain(sectionName);
    }
    // What has TLS is not answered without.
    const isOnTls = overlay !== 'local';
    expect(listeners.filter(({ protocol }) => protocol === 'HTTP').map(({ name }) => name)).toEqual(
      isOnTls ? ['http'] : listeners.map(({ name }) => name),
    );
    expect(routesOf('http').flatMap(({ spec }) => spec.rules)).toEqual(
      isOnTls
        ? [
            {
              matches: [],
              backendRefs: [],
              filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }],
            },
          ]
        : [],
    );
  });

  it('sends the API and share links, of which it says where they are, to the gateway, bytes of files to their process, and the rest to the web app', () => {
    const ofApp = edgeRoutes.filter(({ host }) => host === 'app');
    const named = ofApp.flatMap(({ path, methods, service }) =>
      (methods?.map((method) => `${method} ${path}`) ?? [path]).map((name) => [name, service] as const),
    );
    expect(servicesOf('app')).toEqual(Object.fromEntries(named));
    const others = named.filter(([, service]) => service !== 'gateway');
    expect(Object.fromEntries(others)).toEqual({
      '/functions/v1/uploads': 'sites-uploads',
      '/functions/v1/uploads/files': 'sites-uploads',
      '/functions/v1/archives': 'sites-uploads',
      '/': 'web',
    });
  });

  it('has pages under hosts of their own, where nothing but the viewer answers', () => {
    expect([servicesOf('pages'), servicesOf('own-pages')]).toEqual([{ '/': 'sites-viewer' }, { '/': 'sites-viewer' }]);
    const [gateway] = ofKind('Gateway', gatewaySchema);
    const hosts = Object.fromEntries((gateway?.spec.listeners ?? []).map(({ name, hostname }) => [name, hostname]));
    const config = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('common-config'),
    );
    const { PUBLIC_ORIGIN, ...pages } = configSchema.parse(config?.['data']);
    const addresses = pageAddressesOf({ PUBLIC_ORIGIN, ...pages });
    expect(hosts).toMatchObject({
      app: new URL(PUBLIC_ORIGIN).host,
      pages: new URL(addresses.pagesOrigin).host,
      'own-pages': new URL(addresses.ownOrigins?.source ?? '').host,
    });
  });

  it('gives every request an end', () => {
    const rules = ofKind('HTTPRoute', routeSchema).flatMap(({ spec }) => spec.rules);
    for (const { backendRefs, timeouts } of rules) {
      // Bytes of files have a minimum rate, and programs may send an archive to the gateway.
      const allowed = { 'sites-uploads': ['3600s'], gateway: ['60s', '600s'] }[backendRefs[0]?.name ?? ''] ?? ['60s'];
      if (backendRefs.length) expect(allowed).toContain(timeouts?.request);
    }
  });
});
