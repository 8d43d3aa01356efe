import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { informationPages } from '@haru/contracts';
import { expect, it } from '@jest/globals';
import { ownPaths } from '../../apps/web/src/paths.js';
import { root } from '../common/workspace.js';

it('each screen of the web app is in the site map, or robots.txt leaves it out', () => {
  const controller = readFileSync(join(root, 'apps/gateway/src/system/crawlers.http-controller.ts'), 'utf8');
  const named = [...controller.matchAll(/'(\/.+?)'/g)].map(([, path = '']) => path);
  const prefixes = [...named, ...informationPages.map((page) => `/${page}`)];
  const paths = Object.values(ownPaths);
  expect(paths.filter((path) => !prefixes.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});
