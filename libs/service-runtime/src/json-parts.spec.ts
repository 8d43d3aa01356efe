import { describe, expect, it } from '@jest/globals';
import { jsonParts } from './json-parts.js';

async function all(parts: AsyncGenerator<Buffer>): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

describe('jsonParts', () => {
  const everyUnit = String.fromCharCode(...Array.from({ length: 0x300 }, (_, unit) => unit));

  it.each([
    ['short', 'a"b'],
    ['every escape', everyUnit.repeat(100)],
    ['control characters', '\u0001'.repeat(100_000)],
    ['emoji at even places', '😀'.repeat(30_000)],
    ['emoji at odd places', `x${'😀'.repeat(30_000)}`],
    ['line separators', 'あ\u2028\u2029\u007f'.repeat(20_000)],
    ['unpaired surrogates', `${'x'.repeat(20_000)}\ud800`],
    ['exactly one part', 'x'.repeat(16 * 1024)],
  ])('make together what JSON.stringify makes, and know its bytes: %s', async (_what, text) => {
    const value = {
      success: true,
      list: [
        { text, other: null },
        { text: `${text}x`, gone: undefined },
      ],
      [text]: 1,
    };
    const { bytes, parts } = jsonParts(value);
    const json = Buffer.concat(await all(parts())).toString();
    expect(json === JSON.stringify(value)).toBe(true);
    expect(bytes).toBe(Buffer.byteLength(json));
  });

  it('are small, whatever the escapes make of a text', async () => {
    const parts = await all(jsonParts({ text: '\u0001'.repeat(1_000_000) }).parts());
    const lengths = parts.map((part) => part.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(6 * 64 * 1024);
  });
});
