import { describe, expect, it } from '@jest/globals';
import { decodeDocument, decodeMarkdown } from './decode-document.js';
import { checkedKindOf } from './media-type.js';

const html = (bytes: Buffer | string) => Buffer.concat([Buffer.from('<meta charset="'), Buffer.from(bytes)]);
/** 表 in Shift_JIS contains the byte of a backslash. */
const SHIFT_JIS = Buffer.from([0x95, 0x5c]);

describe('decodeDocument', () => {
  it('reads UTF-8, and UTF-16 by its byte order mark', () => {
    expect(decodeDocument(Buffer.from('<p>表'))).toBe('<p>表');
    expect(decodeDocument(Buffer.from('\ufeff<p>表', 'utf16le'))).toBe('<p>表');
    expect(decodeDocument(Buffer.from('\ufeff<p>表', 'utf16le').swap16())).toBe('<p>表');
    expect(decodeDocument(Buffer.from('<?xml?><p>表', 'utf16le'))).toBe('<?xml?><p>表');
    expect(decodeDocument(Buffer.from('<?xml?><p>表', 'utf16le').swap16())).toBe('<?xml?><p>表');
  });

  it('reads what the document declares', () => {
    expect(decodeDocument(Buffer.concat([html('shift_jis">'), SHIFT_JIS]))).toContain('表');
    const xml = Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><p>');
    expect(decodeDocument(Buffer.concat([xml, SHIFT_JIS]))).toContain('表');
  });

  it('reads a declaration of UTF-16 as UTF-8, as browsers do, because its own bytes are none', () => {
    const declared = Buffer.concat([html('utf-16">login'), Buffer.from([0xff])]);
    expect(decodeDocument(declared)).toContain('login');
  });

  it('ignores a declaration in a comment and an encoding that does not exist', () => {
    const commented = Buffer.concat([Buffer.from('<!-- <meta charset="utf-7"> -->'), html('shift_jis">'), SHIFT_JIS]);
    expect(decodeDocument(commented)).toContain('表');
    expect(decodeDocument(Buffer.concat([html('none">login'), Buffer.from([0xff])]))).toContain('login');
    expect(decodeDocument(Buffer.concat([html('x-user-defined">'), Buffer.from([0xe9])]))).toContain('é');
  });
});

describe('decodeMarkdown', () => {
  it.each([
    ['UTF-8', 'e697a5e69cace8aa9e'],
    ['Shift_JIS', '93fa967b8cea'],
    ['EUC-JP', 'c6fccbdcb8ec'],
    ['UTF-16', 'fffee5652c679e8a'],
  ])('reads Japanese in %s', (_encoding, hex) => expect(decodeMarkdown(Buffer.from(hex, 'hex'))).toBe('日本語'));

  it('reads what is in no Japanese encoding as far as it can', () => {
    expect(decodeMarkdown(Buffer.from('caf\xe9 1', 'latin1'))).toBe('caf\ufffd 1');
  });
});

describe('checkedKindOf', () => {
  it.each(['a.html', 'a.xhtml', 'a.svg', 'a.xml', 'a.rss', 'a.mathml'])('checks %s as a document', (path) =>
    expect(checkedKindOf(path)).toBe('document'),
  );
  it.each(['a.xsl', 'b/A.XSLT'])('checks %s as a style sheet', (path) =>
    expect(checkedKindOf(path)).toBe('stylesheet'),
  );
  it.each(['a.js', 'a.mjs', 'a.jsx'])('checks %s as a script', (path) => expect(checkedKindOf(path)).toBe('script'));
  it.each(['a.png', 'a.css', 'a.json', 'a'])('does not check %s', (path) =>
    expect(checkedKindOf(path)).toBeUndefined(),
  );
});
