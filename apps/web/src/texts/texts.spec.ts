import { describe, expect, it } from '@jest/globals';
import { errorCodes } from '@haru/contracts';
import { errors } from './errors/errors.js';
import { formatBytes, formatCount, formatDateTime } from './formats.js';

describe('texts', () => {
  it.each(errorCodes)('has words for %s', (code) => {
    expect(errors[code]).toMatch(/[ぁ-んァ-ヶ一-龠]/);
  });

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KiB'],
    [1_048_575, '1024.0 KiB'],
    [1_048_576, '1.0 MiB'],
    [1_048_577, '1.1 MiB'],
    [1_363_149, '1.4 MiB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text.replace(' ', '\u00a0'));
  });

  it('writes counts and times as this country does', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatDateTime(new Date(2026, 10, 21, 9, 5))).toBe('2026年11月21日 09:05');
  });
});
