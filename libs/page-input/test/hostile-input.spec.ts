import { describe, expect, it } from '@jest/globals';
import { readPageInput } from '../src/index.js';
import { readForms } from './forms.js';

const MIB = 1_048_576;
const many = (part: (number: number) => string): string =>
  Array.from({ length: Math.ceil(MIB / part(0).length) }, (_, number) => part(number)).join('');
const component = '```jsx\nexport default function A() { return <p>a</p>; }\n```\n';
const mib = (part: string): string => part.repeat(Math.ceil(MIB / part.length)).slice(0, MIB);

describe('an input that is cut off anywhere', () => {
  it('is read, and reading the result again changes nothing', () => {
    for (const { text } of readForms('forms.txt')) {
      for (let length = 1; length < text.length; length += 11) {
        const input = readPageInput(text.slice(0, length));
        expect(readPageInput(input.text)).toMatchObject({ kind: input.kind, text: input.text, steps: [] });
      }
    }
  });
});

describe('1 MiB', () => {
  it.each([
    ['of fences', '```\n'],
    ['of opened fences', '```html\n<p>\n'],
    ['of fences with long lines', `\`\`\`html\n<p>${'a'.repeat(200)}\n\`\`\`\n`],
    ['of opened fences with long lines', `~~~html\n<html>${'a'.repeat(140)}\n`],
    ['of pages in fences', '```html\n<!doctype html><p>a\n```\n```css\np{}\n```\n'],
    ['of fences in a page', '```html\n<!doctype html>\n', '```\n', '\n</html>\n```'],
    ['of backticks', '`'],
    ['of spaces', '', ' ', 'x'],
    ['of line ends', 'import\n', '\n', 'x'],
    ['of quotations', '> '],
    ['of letters above a fence', '', 'a', '\n```html\n<p>\n```'],
    ['of headings', '# a\n'],
    ['of table rows', 'x\n', ' ', '|--'],
    ['of brackets', '[a]('],
    ['of open tags', 'x', '<a '],
    ['of starts of pages', 'x\n', '<!doctype html>\n<html>\n'],
    ['of doctypes in a line', 'x ', '<!doctype html> '],
    ['of links in a page', '```html\n<html>', '<link rel=stylesheet href=a', '\n```\n```css\na{}\n```'],
    ['of data addresses', 'data:text/html,'],
    ['of per cent signs', 'data:text/html,', '%41'],
    ['of invalid per cent signs', 'data:text/html,', '%ffx'],
    ['of per cent signs in Shift_JIS', 'data:text/html;charset=shift_jis,', '%41'],
    ['of JSON', '', '{"html":'],
    ['of escapes in JSON that is cut off', '{"html":"<p>', '\\n'],
    ['of escaped signs', '', '&lt;p&gt;'],
    ['of numbered lines', '', '1\n'],
    ['of fences in JSON', '[', '"```html\\n<p> ",', '0]'],
    ['of spaces behind a page', 'x\n<html></html>', ' ', 'x'],
    ['of blank lines behind a quoted page', 'x "<!doctype html>\n<html></html>', '\n', 'x'],
    ['of addresses of a script', `${component}\`\`\`html\n<html><script`, ' src=', '\n</html>\n```'],
    ['of a long line before fences', '```html\n<html>', 'a', `\n${'```\n'.repeat(19_000)}</html>`],
    ['of quotation marks', '"'],
    ['of escaped quotation marks', "'<p>", "\\'", "'"],
    ['of quotation marks behind a name', 'a', '= "'],
    ['of numbers above lines', '1\n<', '\n1'],
    ['of fields in strings of JSON', '["', '{\\"html', '"]'],
    ['of template strings in a component', 'import a\nexport default a\n', '`'],
    ['of commands with pages', '```sh\n<!doctype html>\n<html>\n```\n'],
    ['of export lists', 'import\n', 'export { as '],
    [
      'of style sheets',
      '```html\n<html>',
      many((name) => `<link rel=stylesheet href=${name}>`),
      '\n```\n```css\na{}\n```',
    ],
  ])('%s takes less than half a second', (_name, start, repeated = start, end = '') => {
    const text = start + mib(repeated) + end;
    const before = process.cpuUsage();
    const input = readPageInput(text);
    readPageInput('a', { html: text });
    const { user, system } = process.cpuUsage(before);
    expect(input.original).toBe(text);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});
