import { describe, expect, it } from '@jest/globals';
import { decodeHtml } from './decode-html.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...bytesOf(part)] : part)));

const HARU = {
  shift_jis: [0x8f, 0x74],
  'euc-jp': [0xbd, 0xd5],
  'iso-2022-jp': [0x1b, 0x24, 0x42, 0x3d, 0x55, 0x1b, 0x28, 0x42],
};

const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * (text.length + 1)));
  `\ufeff${text}`.split('').forEach((unit, at) => view.setUint16(2 * at, unit.charCodeAt(0), littleEndian));
  return new Uint8Array(view.buffer);
};

const html = (given: Uint8Array) => decodeHtml(given);

describe('a file', () => {
  it.each([
    '<p>\u6625\r\n\ud83c\udf38</p>\r',
    '\ufeff<p>\u6625</p>',
    '<meta charset=shift_jis><p>\u6625',
    '<meta charset=utf-16><p>\u6625',
    '<meta charset=nonsense>a\x1b',
  ])('in UTF-8 stays as it is: %j', (page) => {
    expect(html(bytesOf(page))).toEqual({ ok: true, html: page });
  });

  it.each(['shift_jis', 'Shift_JIS', 'sjis', 'windows-31j', 'x-sjis'])('declared as %s is decoded', (label) => {
    const meta = `<meta charset="${label}">`;
    expect(html(bytes(meta, HARU.shift_jis))).toEqual({ ok: true, html: `${meta}春` });
  });

  it.each([
    '<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=EUC-JP">',
    "<meta content='text/html;charset=euc-jp' http-equiv='content-type'>",
    '<!-- <meta charset=shift_jis> --><meta charset=euc-jp>',
    '<meta name=description content="charset=shift_jis"><meta charset=" euc-jp ">',
    `<title>${'x'.repeat(900)}</title><meta charset=euc-jp>`,
  ])('is decoded by the first meta that counts: %s', (start) => {
    expect(html(bytes(start, HARU['euc-jp']))).toEqual({ ok: true, html: `${start}春` });
  });

  it('in ISO-2022-JP, which is all ASCII bytes, is decoded', () => {
    const meta = '<meta charset=ISO-2022-JP>';
    expect(html(bytes(meta, HARU['iso-2022-jp']))).toEqual({ ok: true, html: `${meta}春` });
  });

  it.each(['shift_jis', 'euc-jp'] as const)('in %s without a declared encoding is decoded', (label) => {
    expect(html(bytes('<p>', HARU[label], HARU[label]))).toEqual({ ok: true, html: '<p>春春' });
  });

  it.each([true, false])('in UTF-16 is decoded by its byte order mark (little endian: %s)', (littleEndian) => {
    expect(html(utf16('<p>春🌸</p>', littleEndian))).toEqual({ ok: true, html: '<p>春🌸</p>' });
  });

  it.each([
    ['of no known encoding', bytes('<p>', [0xff, 0xff]), /^文字コードを判別できませんでした。/],
    [
      'with bytes of another',
      bytes('<meta charset=shift_jis>', [0xff, 0xff]),
      /^文字コード「shift_jis」として読み取れませんでした。/,
    ],
    [
      'with a half of a pair',
      Uint8Array.of(0xff, 0xfe, 0x3d, 0xd8),
      /^文字コード「utf-16le」として読み取れませんでした。/,
    ],
    ['of an unknown encoding', bytes('<meta charset=klingon>', [0xff]), /^文字コード「klingon」には対応していません。/],
    ['of an encoding that browsers refuse', bytes('<meta charset=iso-2022-kr>', [0xff]), /には対応していません。/],
    ['that is a picture', bytes([0x89, 0x50, 0, 0xff]), /^テキストとして読み取れないファイルです。/],
    ['with NUL', bytes('<p>', [0]), /^テキストとして読み取れないファイルです。/],
  ])('%s is refused in words', (_name, given, problem) => {
    expect(html(given)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});
