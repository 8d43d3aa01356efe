import { expect, it } from '@jest/globals';
import { isPlainMarkdown, mayHaveField } from './plain-page.js';

const page = '<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>おしらせ</title></head><body>';

it.each([
  'text alone',
  `${page}<h1>春</h1>\n<p class="c1">はる &amp; なつ<br/></p></body></html>`,
  `${page}<table><tr><td>1</td></tr></table>`,
  '<style>p { background: url(x) }</style><svg><p>',
  '<a href="https://example.com/?on=1&amp;a=2"><img src="x"></a>',
  '<scr<b>ipt>',
  '<p class="&quot;">',
  '<meta http-equiv="refresh" content="0;url=x">',
  '<p',
  '1 < 2',
])('knows that %s has no field', (html) => {
  expect(mayHaveField(html)).toBe(false);
});

it.each([
  '<input>',
  '<p><INPUT type="password"></p>',
  '<textarea>',
  '<form>',
  '<script>document.write(1)</script>',
  '<svg><script/>',
  '<iframe srcdoc="x">',
  '<frameset><frame src=x>',
  '<object data="x">',
  '<p onclick="a()">',
  '<p class="a"onclick\n="a()">',
  '<div contenteditable>',
  '<div role="textbox">',
  '<p style="-webkit-user-modify: read-write">',
  '<a href="java&#115;cript:a()">a</a>',
  '<a href="javascript&colon;a()">a</a>',
  '<a href="java\nscript:a()">a</a>',
  '<audio autoplay>',
  '<video autoplay>',
])('leaves %s to the check', (html) => {
  expect(mayHaveField(html)).toBe(true);
});

it.each([
  ...[' ', ' class="a"', 'on', 'j ', '<'].map((part) => ['<p', part]),
  ...[' ', '<!---->', '<?a?>', '<!-- ', '<!doctype a "[" '].map((part) => ['', part]),
])('takes little time for %j and 1 MiB of %j', (start = '', part = '') => {
  const html = start + part.repeat(1_048_000 / part.length);
  const before = process.threadCpuUsage();
  expect(mayHaveField(html)).toBe(false);
  const { user, system } = process.threadCpuUsage(before);
  // At most 10 ms were measured. A search whose time grows with the square of the length needs minutes.
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

it('knows Markdown that is rendered without a field', () => {
  expect(isPlainMarkdown('# 題\n\n- [x] [a](https://example.com/)\n\n> **b** <b>c</b>\n\n|a|b|\n|-|-|')).toBe(true);
});

it.each([
  ['a field', '> <form>'],
  ['a handler over quoted lines', '> <b onclick\n>  >\n> ="a()">'],
  ['an address over quoted lines', '> <a href="java\n> script:a()">'],
  ['an entity that may write one', '<a href="java&#115;cript:a()">'],
  ['a definition, which each link repeats', '[a]: https://example.com/'],
  ['more than 32,768 characters', 'a'.repeat(32_769)],
])('does not take Markdown with %s as plain', (_name, source) => {
  expect(isPlainMarkdown(source)).toBe(false);
});
