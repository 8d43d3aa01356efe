import { PageAddresses } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { domainWarnings } from './warn-about-domains.js';

const warningsFor = (appOrigin: string, pagesOrigin: string, pattern?: string) =>
  domainWarnings(new PageAddresses({ appOrigin, pagesOrigin, pattern })).map((text) => text.split(/[ :]/)[0]);

describe('domainWarnings', () => {
  it.each([
    ['https://haru.example', 'https://haru-pages.example', undefined, []],
    ['https://haru.example', 'https://haru-pages.example', 'https://{path}.github.io', []],
    [
      'https://haru.example',
      'https://haru-pages.example',
      'https://{path}.haru-pages.example',
      ['VIEWER_ORIGIN_PATTERN'],
    ],
    ['https://haru.example', 'https://haru-pages.example', 'https://{path}.pages.github.io', ['VIEWER_ORIGIN_PATTERN']],
    ['https://app.haru.example', 'https://pages.haru.example', undefined, ['PAGES_ORIGIN']],
    ['https://one.github.io', 'https://two.github.io', undefined, []],
    [
      'https://app.haru.example',
      'https://pages.example',
      'https://{path}.own.haru.example',
      ['VIEWER_ORIGIN_PATTERN', 'VIEWER_ORIGIN_PATTERN'],
    ],
    ['http://localhost:3000', 'http://localhost:3001', 'http://{path}.localhost:3001', []],
    ['http://haru.localhost', 'http://haru-pages.localhost', undefined, []],
    ['http://192.168.0.2', 'http://192.168.0.3', undefined, []],
  ])('with the app at %s, pages at %s and %s: %j', (app, pages, pattern, variables) => {
    expect(warningsFor(app, pages, pattern)).toEqual(variables);
  });
});
