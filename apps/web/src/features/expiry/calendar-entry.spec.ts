import { describe, expect, it } from '@jest/globals';
import { calendarFile, escapeText, fold } from './calendar-entry.js';

const entry = {
  uid: '0b6a3a3e-0d52-4a0e-8f51-3a0f3f0c7a22@haru.example',
  summary: '「春, 夏; 秋\\冬」の公開期限',
  description: '一行目\n二行目',
  url: 'https://haru-pages.example/share/k7m2x9pq',
  at: new Date('2026-11-25T05:00:00.123Z'),
  reminder: '明日、公開が終わります',
};

describe('a calendar file (RFC 5545)', () => {
  const file = calendarFile(entry, new Date('2026-11-22T01:02:03.999Z'));

  it('has its members, each line ended by CRLF', () => {
    const lines = file.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(lines.slice(0, 4)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Haru//Haru//JA', 'BEGIN:VEVENT']);
    expect(lines).toEqual(
      expect.arrayContaining([
        `UID:${entry.uid}`,
        'DTSTAMP:20261122T010203Z',
        'DTSTART:20261125T050000Z',
        'SUMMARY:「春\\, 夏\\; 秋\\\\冬」の公開期限',
        'DESCRIPTION:一行目\\n二行目',
        `URL:${entry.url}`,
        'TRIGGER:-P1D',
      ]),
    );
  });

  it('escapes text, and drops characters that a value cannot have', () => {
    expect(escapeText('a\\b;c,d\r\ne\rf\ng\th\u0000i\u0007')).toBe('a\\\\b\\;c\\,d\\ne\\nf\\ng\thi');
  });

  it.each(['x'.repeat(200), 'あ'.repeat(100), '🌸'.repeat(60), `SUMMARY:${'a🌸あ'.repeat(40)}`])(
    'folds %s at 75 octets without cutting a character',
    (line) => {
      const parts = fold(line).split('\r\n');
      for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
      for (const part of parts.slice(1)) expect(part.startsWith(' ')).toBe(true);
      expect(fold(line).replaceAll('\r\n ', '')).toBe(line);
      expect(fold(line)).not.toContain('\uFFFD');
    },
  );

  it('leaves a line of 75 octets as it is', () => {
    expect(fold('x'.repeat(75))).toBe('x'.repeat(75));
  });
});
