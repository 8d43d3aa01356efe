import { describe, expect, it } from '@jest/globals';
import { renderMarkdown } from '../src/index.js';

const SIZE = 32 * 1024;
const filled = (part: string): string => part.repeat(SIZE / part.length);

/** A text of 1 MiB takes 32 times as long: a rule with quadratic time would take far more than this here. */
const MAX_MS = 300;

describe('32 KiB', () => {
  it.each([
    ['of lists that are 10,000 deep', Array.from({ length: 10_000 }, (_, n) => `${' '.repeat(n % 12)}- a`).join('\n')],
    ['of lists in one line', filled('- ')],
    ['of quotations', filled('> ')],
    ['of brackets', filled('[')],
    ['of closed brackets', filled('[') + filled(']')],
    ['of images', filled('![')],
    ['of footnotes without an end', `[^a]: x\n\n${filled('[^')}`],
    ['of references to footnotes', `[^a]: x\n\n${filled('[^a]')}`],
    ['of inline footnotes', filled('^[') + filled(']')],
    ['of emphasis', filled('*a **a ')],
    ['of underscores', filled('*a_')],
    ['of tildes', filled('~~a ')],
    ['of tasks', filled('- [ ] a\n')],
    ['of equal headings', filled('# a\n')],
    ['of tables', filled('a|b\n-|-\n')],
    ['of alerts', filled('> [!NOTE]\n> a\n\n')],
    ['of addresses', filled('https://a.b/')],
    ['of mail addresses', filled('a@')],
    ['of line ends between code', filled('`a`\n')],
    ['of comments', filled('<!--')],
    ['of front matter', `---\n${filled('title:\n')}`],
  ])('%s take less than 300 ms', (_name, text) => {
    const times = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      expect(renderMarkdown(text)).toContain('</main>');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    // The first run includes compiling.
    expect(Math.min(...times)).toBeLessThan(MAX_MS);
  });
});

it('makes no links that run scripts, and keeps raw HTML', () => {
  const html = renderMarkdown(
    '[a](javascript:alert(1)) [b](<JaVaScRiPt:alert(1)>) ![c](vbscript:x) <b onclick="x()">d</b>',
  );
  expect(html).not.toMatch(/(?:href|src)="(?:java|vb)script/i);
  expect(html).toContain('<b onclick="x()">d</b>');
});
