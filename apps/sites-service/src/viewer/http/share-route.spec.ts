import { describe, expect, it } from '@jest/globals';
import { ownHostRoute, shareRoute } from './share-route.js';

describe('shareRoute', () => {
  it.each(['/share/abc', '/site/abc', '/share/abc?x=1', '/share/abc?', '/site/abc?a=/b'])('%s is a page', (target) =>
    expect(shareRoute(target)).toEqual({ kind: 'page', path: 'abc' }),
  );
  it.each([
    ['/share/abc/', '/'],
    ['/site/abc/docs/a%20b.html?x=/y', '/docs/a%20b.html'],
  ])('%s is a file of a page', (target, file) =>
    expect(shareRoute(target)).toEqual({ kind: 'page', path: 'abc', file }),
  );
  it.each(['/share', '/share/', '/site', '/site/?x', '/share?path=abc'])('%s has no path', (target) =>
    expect(shareRoute(target)).toEqual({ kind: 'path-missing' }),
  );
  it.each([
    '/share/a/b',
    '/share//abc',
    '/share/ABC',
    '/share/%61bc',
    '/share/%00%ff',
    '/share/../etc/passwd',
    '/share/ab',
    `/share/${'a'.repeat(10_000)}`,
    '/share/あいう',
    '/share/abc;x',
  ])('%s cannot exist', (target) => expect(shareRoute(target)).toEqual({ kind: 'no-such-path' }));
  it('knows the preview frame', () => expect(shareRoute('/preview-frame')).toEqual({ kind: 'preview-frame' }));
  it.each(['/', '/preview-frame?x', '/shared/abc', '/sites/abc', '/SHARE/abc', '', '*', 'http://x/share/abc'])(
    '%s is another',
    (target) => expect(shareRoute(target)).toEqual({ kind: 'other' }),
  );

  it.each(['/preview/a.1.b.c', '/preview/a.1.b.c?', '/preview/a.1.b.c?x=/y'])(
    '%s is a preview of a version',
    (target) => expect(shareRoute(target)).toEqual({ kind: 'version-preview', token: 'a.1.b.c' }),
  );
  it('has no previews of versions on a page’s own host', () =>
    expect(ownHostRoute({ kind: 'page', path: 'abc' }, '/preview/a.1.b.c?x')).toEqual({
      ...{ kind: 'page', path: 'abc' },
      file: '/preview/a.1.b.c',
    }));
});
