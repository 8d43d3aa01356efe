import { ownScreens } from '@haru/contracts';
import { expect, it } from '@jest/globals';
import { CrawlersHttpController } from './crawlers.http-controller.js';

const controller = new CrawlersHttpController('https://haru.example');
const read = (text: string, line: RegExp) => [...text.matchAll(line)].map(([, path = '']) => path);
const listed = read(controller.sitemap(), /<loc>https:\/\/haru\.example(.+)<\/loc>/g);
const leftOut = read(controller.robotsTxt(), /^Disallow: (.+)$/gm);

it.each(Object.values(ownScreens))('$path is in the site map, or robots.txt leaves it out', ({ path, isSearched }) => {
  expect(listed.includes(path)).toBe(isSearched);
  expect(leftOut.some((prefix) => path.startsWith(prefix))).toBe(!isSearched);
});

it('robots.txt names the first part of an address that has more', () => {
  expect(leftOut).toEqual(['/admin', '/auth/', '/case', '/edit/', '/manage', '/open/', '/report', '/unsubscribe']);
});
