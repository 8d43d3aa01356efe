import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { apiPrefixes, sharePrefixes } from '../../apps/gateway/src/front-door/front-door.js';
import { renderOverlay } from './kustomize.js';

const ingressSchema = z.object({
  rules: z.tuple([
    z.object({
      http: z.object({
        paths: z.array(
          z.object({
            path: z.string(),
            pathType: z.literal('Prefix'),
            backend: z.object({ service: z.object({ name: z.string() }) }),
          }),
        ),
      }),
    }),
  ]),
});

it('sends share links to the viewer, the API to the gateway, and the rest to the web app', async () => {
  const ingress = (await renderOverlay('production')).find(({ kind }) => kind === 'Ingress');
  const [{ http }] = ingressSchema.parse(ingress?.['spec']).rules;
  const routes = Object.fromEntries(http.paths.map(({ path, backend }) => [path, backend.service.name]));
  expect(routes).toEqual({
    ...Object.fromEntries(sharePrefixes.map((prefix) => [prefix, 'sites-viewer'])),
    ...Object.fromEntries(apiPrefixes.map((prefix) => [prefix, 'gateway'])),
    '/': 'web',
  });
});
