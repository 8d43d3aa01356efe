import { describe, expect, it } from '@jest/globals';
import { contentTypeOf, isCompressible, isNamedByHash } from './file-type.js';

describe('isNamedByHash', () => {
  it.each([
    'assets/index-BxK3a9Zq.js',
    'assets/index-Diw7gTda.css',
    '_next/static/chunks/4bd1b696-1234abcd.js',
    'static/js/main.3f2a9c1b.js',
    'assets/vendor-react-BxK3a-_q.js',
    '_astro/hoisted.CqW3aB1x.js',
    'fonts/inter-e5f6a7b8c9d0.woff2',
  ])('%s is', (path) => expect(isNamedByHash(path)).toBe(true));
  it.each([
    ...[
      'index.html',
      'assets/app.js',
      'jquery-migrate.js',
      'report-20261124.pdf',
      'my-deadbeef.js',
      'photo-20240131a.jpg',
      'photo-DSC01234.jpg',
      'photo-iPhone12.png',
      'my-MyReport.pdf',
    ],
    ...['a-Document.pdf', 'lib-1.2.3.js', 'BxK3a9Zq.js'],
  ])('%s is not', (path) => expect(isNamedByHash(path)).toBe(false));
});

describe('the type of a file', () => {
  it('names the encoding of texts in UTF-8', () => {
    expect(contentTypeOf('text/html', true)).toBe('text/html; charset=utf-8');
    expect(contentTypeOf('image/svg+xml', true)).toBe('image/svg+xml; charset=utf-8');
    expect(contentTypeOf('text/html', false)).toBe('text/html');
    expect(contentTypeOf('image/png', true)).toBe('image/png');
  });
  it('says what becomes smaller', () => {
    for (const type of ['text/css', 'text/javascript', 'image/svg+xml', 'application/wasm', 'font/ttf']) {
      expect(isCompressible(type)).toBe(true);
    }
    for (const type of ['image/png', 'video/mp4', 'font/woff2', 'application/zip']) {
      expect(isCompressible(type)).toBe(false);
    }
  });
});
