import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { tests } from 'commonmark-spec';
import { parser } from '../src/markdown/parser.js';

interface Example {
  markdown: string;
  html: string;
}

/** What a browser shows the same: how void elements end, and what we add to blocks that scroll. */
const normalized = (html: string): string =>
  html
    .replaceAll('→', '\t')
    .replaceAll(' />', '>')
    .replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>')
    .replaceAll(/<pre tabindex="0">/g, '<pre>')
    .replaceAll(/<div class="table"[^>]*>\n|<\/table>\n<\/div>/g, (tag) => (tag.startsWith('<div') ? '' : '</table>'))
    .replaceAll(/ style="text-align:(\w+)"/g, ' align="$1"')
    .replaceAll(/<tbody><\/tbody>/g, '')
    .replaceAll(/<(\/?)s>/g, '<$1del>')
    .replaceAll(/ class="task-item"/g, '')
    .replaceAll(/<span class="task"[^>]*>☑<\/span>/g, '<input checked="" disabled="" type="checkbox">')
    .replaceAll(/<span class="task"[^>]*>☐<\/span>/g, '<input disabled="" type="checkbox">')
    .replaceAll(/\n+/g, '\n')
    .trim();

const differing = (examples: readonly Example[]): Example[] =>
  examples.filter(({ markdown, html }) => normalized(parser.render(markdown, {})) !== normalized(html));

describe('renders the examples of', () => {
  it('CommonMark, but makes links of bare addresses', () => {
    const examples = tests.map(({ markdown, html }) => ({ markdown: markdown.replaceAll('→', '\t'), html }));
    expect(examples.length).toBeGreaterThan(640);
    expect(differing(examples).map(({ markdown }) => markdown)).toEqual([
      '<https://foo.bar/baz bim>\n',
      '< https://foo.bar >\n',
      'https://example.com\n',
      'foo@bar.example.com\n',
    ]);
  });

  it('the extensions of GFM, but makes links of mail addresses only at known domains', () => {
    const text = readFileSync(new URL('./gfm-examples.txt', import.meta.url), 'utf8');
    const examples = [...text.matchAll(/^~{4} example \w+\n([^]*?)^\.\n([^]*?)^~{4}$/gm)].map(
      ([, markdown = '', html = '']) => ({ markdown: markdown.replaceAll('→', '\t'), html }),
    );
    expect(examples.length).toBeGreaterThan(15);
    expect(differing(examples).every(({ markdown }) => /@(?:a\.b|bar\.baz|mail)/.test(markdown))).toBe(true);
  });
});
