import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { type EdgeRoute, edgeRouteOf, edgeRoutes } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { root } from '../common/workspace.js';
import { edgeFiles, httpRouteRules, nginxLocations, withRoutes } from './edge-files.js';

describe('the routes of the edge', () => {
  it.each(edgeFiles)(
    'are those of the contracts in $file; HARU_WRITE_EDGE=1 writes them',
    async ({ file, linesOf }) => {
      const text = await readFile(file, 'utf8');
      const expected = withRoutes(text, linesOf);
      if (process.env['HARU_WRITE_EDGE']) await writeFile(file, expected);
      else expect([relative(root, file), text]).toEqual([relative(root, file), expected]);
    },
  );

  it('are each found by a request for their path', () => {
    for (const route of edgeRoutes) {
      const [method = 'GET'] = route.methods ?? [];
      expect(edgeRouteOf({ host: route.host, method, url: route.path })).toBe(route);
    }
  });

  it('may take some methods of an exact path', () => {
    const bounds = { host: 'app', maxBodyBytes: 9_000_000, seconds: 90 } as const;
    const routes: EdgeRoute[] = [
      { ...bounds, path: '/', isExact: true, methods: ['POST', 'PUT'], service: 'gateway' },
      { host: 'app', path: '/', service: 'web', maxBodyBytes: 1_024, seconds: 60 },
    ];
    const serviceOf = (method: string, url: string) => edgeRouteOf({ method, url }, routes)?.service;
    expect([serviceOf('POST', '/'), serviceOf('PUT', '/?x'), serviceOf('GET', '/'), serviceOf('POST', '/x')]).toEqual([
      'gateway',
      'gateway',
      'web',
      'web',
    ]);
    expect(nginxLocations('app', routes)).toEqual([
      'location = / { client_max_body_size 9m; proxy_read_timeout 90s; ' +
        'if ($request_method !~ ^(?:POST|PUT)$) { proxy_pass http://$web; } proxy_pass http://$gateway; }',
      'location / { client_max_body_size 1k; proxy_read_timeout 60s; proxy_pass http://$web; }',
    ]);
    expect(httpRouteRules('app', routes)).toEqual([
      '- matches:',
      '    - { path: { type: Exact, value: / }, method: POST }',
      '    - { path: { type: Exact, value: / }, method: PUT }',
      '  backendRefs: [{ name: gateway, port: 3000 }]',
      '  timeouts: { request: 90s }',
      '- matches:',
      '    - path: { type: PathPrefix, value: / }',
      '  backendRefs: [{ name: web, port: 8080 }]',
      '  timeouts: { request: 60s }',
    ]);
  });
});
