import { describe, expect, it } from '@jest/globals';
import { readHtmlFile } from './read-brought.js';

const readFile = (name: string, content: BlobPart, type = '') => readHtmlFile(new File([content], name, { type }));

describe('a file that is no HTML', () => {
  it('becomes a page where it is plain text', async () => {
    const page = await readFile('お知らせ.txt', '一行目\n<b>二行目</b>\n', 'text/plain');
    // It can be taken back to the text alone.
    const read = { before: '一行目\n<b>二行目</b>\n', notice: expect.stringContaining('をHTMLにしました') };
    expect(page).toMatchObject({ ok: true, name: 'お知らせ.txt', read });
    expect(page).toHaveProperty('html', expect.stringContaining('<title>お知らせ</title>'));
    expect(page).toHaveProperty('html', expect.stringContaining('<pre>一行目\n&lt;b&gt;二行目&lt;/b&gt;\n</pre>'));
    expect(page).toHaveProperty('html', expect.stringContaining('<meta name="viewport"'));
  });

  it('stays as it is where it is Markdown', async () => {
    const source = '# 春 & 桜\n\n- **一**\n';
    const page = await readFile('memo.md', source, 'text/markdown');
    expect(page).toEqual({ ok: true, name: 'memo.md', html: source, format: 'markdown' });
  });

  it('counts as the page that it becomes', async () => {
    const tooLarge = await readFile('a.txt', '<'.repeat(400_000), 'text/plain');
    expect(tooLarge).toEqual({
      ok: false,
      problem: expect.stringMatching(/^HTMLが1 MiBを超えています/),
      isTooLarge: true,
    });
  });
});
