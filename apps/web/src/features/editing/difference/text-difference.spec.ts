import { describe, expect, it } from '@jest/globals';
import type { ShownPart } from './text-changes.js';
import { textDifference, type TextDifference, tokensOf } from './text-difference.js';

const signs = { same: ' ', removed: '-', added: '+' };
const shown = (parts: readonly ShownPart[]) => parts.map(({ kind, text }) => `${signs[kind]}${text}`);

function changesOf(difference: TextDifference) {
  if (difference.kind !== 'changes') throw new Error(`no changes, but ${difference.kind}`);
  return difference.changes;
}

/** Makes about 1 MiB on one line, as a bundler writes it. */
function minified(): string[] {
  return Array.from(
    { length: 26_000 },
    (_, n) => `<i id="a${n}">${'x'.repeat(n % 17)}</i>f${n}(${n % 7},"${n % 13}");`,
  );
}

describe('tokensOf', () => {
  it('keeps words and numbers together and separates signs and Japanese characters', () => {
    expect(tokensOf('<p class="a1">春の 🌸')).toEqual([
      ...['<', 'p', ' ', 'class', '=', '"', 'a1', '"', '>', '春', 'の', ' ', '🌸'],
    ]);
  });
});

describe('textDifference', () => {
  it('says that equal texts are the same', () => {
    expect(textDifference('<p>春</p>', '<p>春</p>')).toEqual({ kind: 'same' });
  });

  it('shows the changed words with the text around them', () => {
    const [change, ...more] = changesOf(textDifference('<p>\n<b>from 9 to 12</b>', '<p>\n<b>from 10 to 12</b>'));
    expect(more).toEqual([]);
    expect(change?.line).toBe(2);
    expect(shown(change?.parts ?? [])).toEqual([' <p>\n<b>from ', '-9', '+10', '  to 12</b>']);
  });

  it('does not cut words into pieces', () => {
    const [change] = changesOf(textDifference('いちごの町', 'りんごの町'));
    expect(shown(change?.parts ?? [])).toEqual(['-いち', '+りん', ' ごの町']);
    const [coloured] = changesOf(textDifference('a{color:#e8f5e9;top:0}', 'a{color:#fdeef2;top:0}'));
    expect(shown(coloured?.parts ?? [])).toEqual([' a{color:#', '-e8f5e9', '+fdeef2', ' ;top:0}']);
    const [mixed] = changesOf(textDifference('a-b-c;', 'x-y-z;'));
    expect(shown(mixed?.parts ?? [])).toEqual(['-a-b-c', '+x-y-z', ' ;']);
  });

  it('counts each place, also where they are shown together', () => {
    const difference = textDifference('<h1>つぼみ</h1><p>桜</p>', '<h1>満開</h1><p>桜が咲いた</p>');
    expect(changesOf(difference)).toHaveLength(1);
    expect(difference).toMatchObject({ count: 2 });
  });

  it('names the line in the newer text', () => {
    const lines = Array.from({ length: 100 }, (_, n) => `line number ${n} of one hundred lines in a page\n`);
    const after = ['new\n', ...lines.slice(0, 70), 'inserted\n', ...lines.slice(70)];
    expect(changesOf(textDifference(lines.join(''), after.join(''))).map(({ line }) => line)).toEqual([1, 72]);
  });

  it('finds a few changes in a page of 1 MiB on one line', () => {
    const before = minified();
    const after = before.with(100, 'changed(1);').toSpliced(20_000, 1).toSpliced(25_000, 0, 'added();');
    expect(before.join('').length).toBeGreaterThan(1_000_000);
    const changes = changesOf(textDifference(before.join(''), after.join('')));
    expect(changes).toHaveLength(3);
    for (const { parts } of changes) expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(300);
  });

  it('starts at a tag within a long line', () => {
    const start = `<div>${'<b>x</b>'.repeat(40)}`;
    const [change] = changesOf(textDifference(`${start}春`, `${start}秋`));
    expect(change?.parts[0]?.text).toMatch(/^…<[^]+>$/);
  });

  it('limits what is shown of a long change', () => {
    const [change] = changesOf(textDifference('<p></p>', `<p>${'春'.repeat(10_000)}</p>`));
    expect(change?.parts).toContainEqual({ kind: 'added', text: '春'.repeat(2_000), omitted: 8_000 });
  });

  it('limits the number of changes, and says how many there are', () => {
    const before = Array.from({ length: 50 }, (_, n) => `<p>${n} ${'と同じ文章'.repeat(40)}</p>`);
    const after = before.map((line) => line.replace('<p>', '<q>'));
    const difference = textDifference(before.join(''), after.join(''), { timeLimitMs: 10_000, maxChanges: 10 });
    expect(changesOf(difference)).toHaveLength(10);
    expect(difference).toMatchObject({ count: 50 });
  });

  it('gives up when the time is over', () => {
    const [before, after] = [minified().join(''), minified().toReversed().join('')];
    expect(textDifference(before, after, { timeLimitMs: 0, maxChanges: 10 })).toEqual({ kind: 'gaveUp' });
  });

  it('gives up on pages that have little in common', () => {
    const startedAt = performance.now();
    expect(
      textDifference(minified().join(''), minified().toReversed().join(''), { timeLimitMs: 500, maxChanges: 10 }),
    ).toEqual({ kind: 'gaveUp' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
