import { expect, it } from '@jest/globals';
import { isTextAlone } from './text-alone.js';

const page = '<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>おしらせ</title></head><body>';

it.each([
  'text alone',
  `${page}<h1>春</h1>\n<p class="c1">はる &amp; なつ<br/></p></body></html>`,
  `${page}<table><tr><td>1</td></tr></table>`,
])('knows %s as text', (html) => {
  expect(isTextAlone(html)).toBe(true);
});

it.each([
  '<input>',
  '<p><input type="password"></p>',
  '<script>document.write(1)</script>',
  '<scr<b>ipt>',
  '<style>p { background: url(x) }</style>',
  '<p onclick="a()">',
  '<p class="a" onclick="a()">',
  '<div contenteditable>',
  '<p class="&quot;">',
  '<a href="java&#115;cript:a()">a</a>',
  '<img src="x">',
  '<meta http-equiv="refresh" content="0;url=x">',
  '<svg><p>',
  '<p',
  '1 < 2',
])('leaves %s to the check', (html) => {
  expect(isTextAlone(html)).toBe(false);
});

it.each([' ', ' class="a"'])('takes little time for a tag of 1 MiB that does not end: %j', (part) => {
  const html = `<p${part.repeat(1_048_000 / part.length)}`;
  const before = process.threadCpuUsage();
  expect(isTextAlone(html)).toBe(false);
  const { user, system } = process.threadCpuUsage(before);
  // It takes about 10 ms; quadratic time would be minutes.
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
