import { describe, expect, it } from '@jest/globals';
import { readHtmlFile } from './read-html-file.js';

const read = (name: string, content: BlobPart, type = '', maxBytes = 1_048_576) =>
  readHtmlFile(new File([content], name, { type }), maxBytes);

describe('a file that is no HTML', () => {
  it('becomes a page where it is plain text', async () => {
    const page = await read('お知らせ.txt', '一行目\n<b>二行目</b>\n', 'text/plain');
    expect(page).toMatchObject({ ok: true, name: 'お知らせ.txt（HTMLに変換）' });
    expect(page).toHaveProperty('html', expect.stringContaining('<title>お知らせ</title>'));
    expect(page).toHaveProperty('html', expect.stringContaining('<pre>一行目\n&lt;b&gt;二行目&lt;/b&gt;\n</pre>'));
    expect(page).toHaveProperty('html', expect.stringContaining('<meta name="viewport"'));
  });

  it('becomes a page where it is Markdown, with its heading as the title', async () => {
    const page = await read('memo.md', '# 春 & 桜\n\n- **一**\n- [二](https://example.com)\n', 'text/markdown');
    expect(page).toHaveProperty('html', expect.stringContaining('<title>春 &amp; 桜</title>'));
    expect(page).toHaveProperty('html', expect.stringContaining('<li><strong>一</strong></li>'));
    expect(page).toHaveProperty('html', expect.stringContaining('<a href="https://example.com">二</a>'));
  });

  it('counts as the page that it becomes', async () => {
    const tooLarge = await read('a.txt', '<'.repeat(400), 'text/plain', 1_000);
    expect(tooLarge).toEqual({
      ok: false,
      problem: expect.stringMatching(/^HTMLが1 MiBを超えています/),
      isTooLarge: true,
    });
  });
});
