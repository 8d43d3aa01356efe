import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pageFileMaxBytes, ServiceError } from '@haru/contracts';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { contentOf, readPageBodies, TakesPage } from './page-body.js';

class Controller {
  @TakesPage()
  static handler(this: void): void {
    // The spec only reads the metadata of this handler.
  }
}

/** Sends a body, and returns what was read of it. */
async function sent(payload: Buffer | string | Readable, type = 'application/x-www-form-urlencoded'): Promise<unknown> {
  const server = fastify();
  readPageBodies(server);
  server.put('/', { config: { handler: Controller.handler } }, async (request) => {
    try {
      const content = await contentOf(request);
      if (!('archive' in content)) return content;
      const chunks: Buffer[] = [];
      for await (const chunk of content.archive) chunks.push(chunk);
      return { archive: Buffer.concat(chunks).toString('latin1') };
    } catch (error) {
      return { code: error instanceof ServiceError ? error.code : String(error) };
    }
  });
  const answer = await server.inject({ method: 'PUT', url: '/', payload, headers: { 'content-type': type } });
  return answer.json();
}

/** Each piece arrives in another turn of the event loop. */
const inPieces = (...pieces: string[]) =>
  Readable.from(
    (async function* () {
      for (const piece of pieces) {
        yield piece;
        await nextTurn();
      }
    })(),
  );

const FORM = 'multipart/form-data; boundary=x';
const formOf = (name: string, content: string, rest = '\r\n--x--\r\n') =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}${rest}`;
const fieldOf = (content: string, parameters = '', rest = '\r\n--x--\r\n') =>
  `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain${parameters}\r\n\r\n${content}${rest}`;
/** Replaces SJIS by あ in Shift_JIS. */
const inShiftJis = (form: string) => Buffer.from(form.replace('SJIS', '\x82\xa0'), 'latin1');

it.each([
  ['a page', '<p>a', undefined, { text: '<p>a' }],
  ['Markdown', '# a', 'text/markdown', { text: '# a', format: 'markdown' }],
  ['nothing', '', undefined, { text: '' }],
  ['an archive', 'PK\x03\x04 and more', undefined, { archive: 'PK\x03\x04 and more' }],
  ['an archive in pieces', inPieces('P', 'K\x03', '\x04 and more'), undefined, { archive: 'PK\x03\x04 and more' }],
  ['a page in pieces', inPieces('<', 'p>'), undefined, { text: '<p>' }],
  ['an archive without entries', 'PK\x05\x06 and more', undefined, { archive: 'PK\x05\x06 and more' }],
  ['a form with a page', formOf('a.html', '<p>a'), FORM, { text: '<p>a', format: 'html' }],
  ['a form with an archive', formOf('a.zip', 'PK\x03\x04 and more'), FORM, { archive: 'PK\x03\x04 and more' }],
  ['a form with a field', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nあ\r\n--x--', FORM, { text: 'あ' }],
  ['a form with two fields', fieldOf('<p>a', '', '\r\n') + fieldOf('<p>b'), FORM, { text: '<p>a' }],
  [
    'a form with a field and a page',
    fieldOf('x', '', '\r\n') + formOf('a.html', '<p>'),
    FORM,
    { text: '<p>', format: 'html' },
  ],
  ['a form with an empty field', fieldOf(''), FORM, { text: '' }],
  ['a form with a field whose charset is given', fieldOf('あ', '; charset=utf-8'), FORM, { text: 'あ' }],
  ['a form with a field that is no text', inShiftJis(fieldOf('SJIS')), FORM, { code: 'HTML_NOT_UTF8' }],
  [
    'a form with a field in another charset',
    inShiftJis(fieldOf('SJIS', '; charset=shift_jis')),
    FORM,
    { code: 'HTML_NOT_UTF8' },
  ],
  ['a form with a field that is cut off', fieldOf('<p>a', '', ''), FORM, { code: 'FORM_FILE_MISSING' }],
  [
    'a form with a field that is too large',
    fieldOf('x'.repeat(pageFileMaxBytes + 1)),
    FORM,
    { code: 'PAYLOAD_TOO_LARGE' },
  ],
  [
    'a form with a page and a field that is too large',
    inPieces(
      formOf('a.html', '<p>', '\r\n'),
      ...(fieldOf('x'.repeat(2 * pageFileMaxBytes)).match(/.{1,65536}/gs) ?? []),
    ),
    FORM,
    { text: '<p>', format: 'html' },
  ],
  [
    'a form with two pages',
    `${formOf('a.html', '<p>a', '\r\n')}${formOf('b.html', '<p>b')}`,
    FORM,
    { code: 'FORM_SEVERAL_FILES' },
  ],
  [
    'a form with a page and an archive',
    `${formOf('a.html', '<p>a', '\r\n')}${formOf('a.zip', 'PK\x03\x04 and more')}`,
    FORM,
    { code: 'FORM_SEVERAL_FILES' },
  ],
  [
    'a form with an archive and a page',
    `${formOf('a.zip', 'PK\x03\x04 and more', '\r\n')}${formOf('a.html', '<p>a')}`,
    FORM,
    { code: 'FORM_SEVERAL_FILES' },
  ],
  ['a form without its end', formOf('a.html', '<p>a', '\r\n--x\r\n'), FORM, { text: '<p>a', format: 'html' }],
  ['a form without anything', '--x--\r\n', FORM, { code: 'FORM_FILE_MISSING' }],
  ['a form without its boundary', 'x', 'multipart/form-data', { code: 'FORM_FILE_MISSING' }],
  ['a form that is cut off', formOf('a.html', '<p>a', ''), FORM, { code: 'FORM_FILE_MISSING' }],
  ['what is no text', Buffer.from([0xff]), undefined, { code: 'HTML_NOT_UTF8' }],
  ['a page that is too large', 'x'.repeat(pageFileMaxBytes + 1), undefined, { code: 'PAYLOAD_TOO_LARGE' }],
])('reads %s', async (_what, body, type, expected) => {
  expect(await sent(body, type)).toEqual(expected);
});
