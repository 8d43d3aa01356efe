import { expect, it } from '@jest/globals';
import { pageTitleOf } from './page-markup.js';

it.each([
  ['its title', '<title> 春の\n食事会 </title><h1>a</h1>', '春の 食事会'],
  ['entities', '<title>A &amp; B</title>', 'A & B'],
  ['its first heading', '<p>x</p><h1><b>お知</b>らせ</h1><h1>b</h1>', 'お知らせ'],
  ['a heading with styles', '<style>h1 { }</style><h1 style="color: red">春</h1>', '春'],
  ['what is no comment', '<!-- <title>a</title> --><title>b</title>', 'b'],
  ['none', '<p>x</p>', '無題のページ'],
])('a page is called by %s', (_name, html, title) => {
  expect(pageTitleOf(html)).toBe(title);
});
