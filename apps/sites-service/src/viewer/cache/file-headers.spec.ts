import { expect, it } from '@jest/globals';
import { mediaTypeOf } from '../../trees/media-type.js';
import { PAGE_SANDBOX } from '../headers/page-security.js';
import { fileHeaders, type FileHost } from './file-headers.js';

/** Browsers or their plug-ins run, or once ran, the scripts in these types. */
const hostile = {
  'page.html': 'text/html',
  'page.xhtml': 'application/xhtml+xml',
  'data.xml': 'application/xml',
  'style.xsl': 'application/xml',
  'feed.rss': 'application/rss+xml',
  'image.svg': 'image/svg+xml',
  'saved.mhtml': 'message/rfc822',
  'module.mjs': 'text/javascript',
  'code.wasm': 'application/wasm',
  'movie.swf': 'application/x-shockwave-flash',
  'paper.pdf': 'application/pdf',
};
const kinds: FileHost['kind'][] = ['shared', 'own', 'preview'];
const documents = Object.entries(hostile).filter(([, type]) => /html|xml/.test(type));

function headersOf(path: string, type: string, kind: FileHost['kind'], underReview = false): Record<string, string> {
  const file = { path, type, hash: 'x', bytes: 1 };
  const state = { noindex: false, underReview, visibility: 'public' as const };
  const host = { kind, appOrigin: 'https://app.example' };
  const { content } = fileHeaders(file, { contentHash: 'x', isUtf8: true, length: 1 }, state, host, 'identity');
  const pairs = content.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), content[at + 1] ?? '']] : []));
  return Object.fromEntries(pairs) as Record<string, string>;
}

it.each(documents)('lets no other page read %s of a preview or a page under review', (path, type) => {
  for (const kind of kinds) expect(headersOf(path, type, kind, true)).not.toHaveProperty('access-control-allow-origin');
  expect(headersOf(path, type, 'preview')).not.toHaveProperty('access-control-allow-origin');
});

it.each(Object.entries(hostile))('gives %s (%s) an opaque or its own origin, and no type to guess', (path, type) => {
  expect(mediaTypeOf(path)).toBe(type);
  for (const kind of kinds) {
    const headers = headersOf(path, type, kind);
    expect(headers['content-type']).toMatch(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('set-cookie');
    // Only a document with an opaque origin may be read by others: it has the sandbox on every host.
    const isRead = kind === 'shared' || (kind === 'preview' && !/html|xml/.test(type));
    expect(headers['access-control-allow-origin']).toBe(isRead ? '*' : undefined);
    expect(headers['origin-agent-cluster']).toBe(kind === 'own' ? '?1' : undefined);
    expect([kind, headers['content-security-policy']]).toEqual([
      kind,
      {
        shared: PAGE_SANDBOX,
        preview: `${PAGE_SANDBOX}; frame-ancestors https://app.example`,
        // Chromium shows no PDF in a sandbox. Its viewer isolates the scripts of a PDF.
        own: type === 'application/pdf' ? undefined : `${PAGE_SANDBOX} allow-same-origin`,
      }[kind],
    ]);
  }
});
