import { describe, expect, it } from '@jest/globals';
import { PageAddresses } from '@haru/contracts';
import { reportedPathOf } from './report-form.js';

const addresses = new PageAddresses({
  appOrigin: 'https://haru.example',
  pagesOrigin: 'https://haru-pages.example',
  pattern: 'https://{path}.pages.example',
});

describe('the page that is reported', () => {
  it.each([
    ['spring-fair', 'spring-fair'],
    [' https://haru-pages.example/share/spring-fair?x=1#top ', 'spring-fair'],
    ['haru-pages.example/site/spring-fair/', 'spring-fair'],
    ['https://haru.example/share/spring-fair', 'spring-fair'],
    ['https://haru-pages.example/share/spring-fair/map/stalls.html', 'spring-fair'],
    ['https://haru-pages.example/share/spring-fair~0123456789abcdef/', 'spring-fair'],
    ['https://haru.example/open/spring-fair', 'spring-fair'],
    ['https://spring-fair.pages.example/', 'spring-fair'],
    ['https://elsewhere.example/share/spring-fair', undefined],
    ['https://haru-pages.example/', undefined],
    ['https://haru-pages.example/share/..%2Fx', undefined],
    ['https://', undefined],
    ['', undefined],
  ])('reads %j as %j', (typed, path) => {
    expect(reportedPathOf(typed, addresses)).toBe(path);
  });
});
