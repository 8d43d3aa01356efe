import { describe, expect, it } from '@jest/globals';
import { textsOfParts } from '../../test/texts-of-parts.js';
import { CpuBudget } from '../cpu-budget.js';
import { isPlainMarkdown } from '../plain-page.js';
import { PageReader } from './page-reader.js';
import { simpleMarkdownText } from './simple-markdown.js';

const { renderMarkdown } = await import('@haru/page-render');

/** `_` stands for a space, `¶` for the end of a line. */
const PARTS =
  `#_ ##_ ###_ ####_ ## #_c _# ¶ ¶ ¶ ¶¶ ¶¶ ¶¶ \r¶ -_ *_ +_ >_ 1._ 2)_ 12._ \`\`\` \`\`\`js ¶\`\`\`¶ ~~~ --- ¶---¶ === == ¶-_-_-¶ ¶***¶
  ** ** * _ __ \` \`\` ~~ [ ] ( ) [a][b] [a](https://e.com) [a](b(c)d) [a](<u>) ](https://e.com/_"t") ](a_b) ](<u> ![ ![a](https://e.com)
  [^1] [_]_ [x]_ [!NOTE] <b> </b> <!--_ --> <https://e.com> &amp; &copy & \\ \\* \\¶ https://e.com/a_ https://e.com/%E3%81%82 % %41 a@e.com
  ¶|---|¶ ¶:-:¶ | ¶- ¶-- \ufeff :::_ ~ title:_t : 春 夏は 夜。 **太字**です *em* word two_words x 1 2_*_3 a.b rn ! ^`
    .split(/\n? +/)
    .map((part) => part.replaceAll('_', ' ').replaceAll('¶', '\n'));

function renderedTextOf(source: string): string {
  const reader = new PageReader(new CpuBudget(Infinity));
  reader.read(renderMarkdown(source));
  return reader.facts.texts.map(({ text }) => text).join('');
}

/** The contents are at another place, and signs of Markdown are not compared. */
const characters = (text: string): string =>
  [...text.replaceAll(/[\s\0#*+=>[\]_\x60~\u2060-]/g, '')].toSorted().join('');

describe('simpleMarkdownText', () => {
  it('returns the text of the rendered page, or nothing', () => {
    let simple = 0;
    for (const source of textsOfParts(PARTS, 3_000)) {
      const text = isPlainMarkdown(source) ? simpleMarkdownText(source) : undefined;
      // Addresses in code, and numbers in indented code, are left out, though they are shown.
      if (text === undefined || /^[ >]*(?: {4}|\t)|`[^`]*\]\(/m.test(source)) continue;
      simple++;
      const [found, expected] = [characters(text), characters(renderedTextOf(source))];
      if (found !== expected) expect({ source, text: found }).toEqual({ source, text: expected });
    }
    expect(simple).toBeGreaterThan(600);
  });

  it('reads an ordinary text', () => {
    const source =
      '# 題\n\n## 春\n\n1. [あけぼの](https://example.com/a)と**雲**\n\n## 夏\n\n```sh\n# [x](y) <b>\n```\n\n## 秋\n\n> 夕暮れ\n';
    expect(characters(simpleMarkdownText(source) ?? '')).toBe(characters(renderedTextOf(source)));
  });

  it.each(['```a\n', '1.\n', '[', '[a](', '- -\n', '> ', 'a\n1. ', 'a', '\n-', '# #'])(
    'takes a time that is linear in the length of %j',
    (part) => {
      const before = process.cpuUsage();
      simpleMarkdownText(part.repeat(100_000));
      // If it were quadratic, it would take minutes.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
    },
  );
});
