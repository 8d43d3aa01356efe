import { expect, it } from '@jest/globals';
import type { PageFile } from '../../files/page-file.js';
import { withStartPage } from './start-page.js';

const fileOf = (path: string, content = 'x'): PageFile => ({
  path,
  bytes: content.length,
  content: new Blob([content]),
});

const textOf = async ({ content }: PageFile) => (content instanceof Blob ? content.text() : '');

async function startPageOf(...files: PageFile[]) {
  const { files: all, notice } = await withStartPage(files);
  const start = all.find(({ path }) => path === 'index.html');
  return { paths: all.map(({ path }) => path), notice, start, html: start ? await textOf(start) : '' };
}

it('stays where there is one', async () => {
  const { paths, notice } = await startPageOf(fileOf('index.html'), fileOf('a.png'));
  expect({ paths, notice }).toEqual({ paths: ['index.html', 'a.png'], notice: '' });
});

it.each(['index.htm', 'Index.html'])('is %s under its usual name', async (name) => {
  const { paths, notice } = await startPageOf(fileOf('a.png'), fileOf(name));
  expect(paths).toEqual(['a.png', 'index.html']);
  expect(notice).toBe(`${name}の名前をindex.htmlに変えました。`);
});

it.each(['README.md', 'index.md'])('is rendered from %s', async (name) => {
  const { paths, notice } = await startPageOf(fileOf(name), fileOf('a.png'), fileOf('about.md'));
  expect({ paths, notice }).toEqual({ paths: [name, 'a.png', 'about.md'], notice: '' });
});

it('is a copy of the first Markdown file where there is no HTML', async () => {
  const { paths } = await startPageOf(fileOf('a.png'), fileOf('guide.md'), fileOf('sub/a.html'));
  expect(paths).toEqual(['index.md', 'a.png', 'guide.md', 'sub/a.html']);
});

it('is a copy of the first page, with the same content', async () => {
  const first = fileOf('about.html');
  const { paths, start, notice } = await startPageOf(fileOf('top.html'), first, fileOf('sub/a.html'));
  expect(paths).toEqual(['index.html', 'top.html', 'about.html', 'sub/a.html']);
  expect(start?.content).toBe(first.content);
  expect(notice).toBe('about.htmlを最初のページにしました。');
});

it.each([
  ['春 の花.png', 'x', '<img src="%E6%98%A5%20%E3%81%AE%E8%8A%B1.png" alt="春 の花">'],
  ['図.svg', '<svg/>', '<img src="%E5%9B%B3.svg" alt="図">'],
  ['a.json', '{"a":[1,"<b>"]}', '<pre>{\n  &quot;a&quot;: [\n    1,\n    &quot;&lt;b&gt;&quot;\n  ]\n}</pre>'],
  ['broken.json', '{a', '<pre>{a</pre>'],
  ['a.csv', '\ufeff名前,数\n', '<pre>名前,数\n</pre>'],
])('shows %s alone', async (path, content, part) => {
  const { html } = await startPageOf(fileOf(path, content));
  expect(html).toContain(part);
  expect(html).toContain(`<title>${path.replace(/\.\w+$/, '')}</title>`);
});

it('shows several files, and links what it cannot show', async () => {
  const { html, notice } = await startPageOf(fileOf('a.png'), fileOf('b/c.mp4'), fileOf('d.bin'));
  expect(html).toContain('<title>ファイル一覧</title>');
  expect(html).toContain(
    '<figure><img src="a.png" alt="a"><figcaption><a href="a.png">a.png</a></figcaption></figure>',
  );
  expect(html).toContain('<figure><video src="b/c.mp4" controls></video><figcaption>');
  expect(html).toContain('<figure><figcaption><a href="d.bin">d.bin</a></figcaption></figure>');
  expect(notice).toBe('index.htmlがないため、ファイルを表示するページを作りました。');
});
