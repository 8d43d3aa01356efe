import { describe, expect, it } from '@jest/globals';
import { highlightPage } from '../src/highlight/highlight-page.js';
import { renderMarkdown } from '../src/index.js';

const bodyOf = (source: string): string => /<main>\n([^]*)<\/main>/.exec(renderMarkdown(source))?.[1] ?? '';

describe('a page of Markdown', () => {
  it('has one style sheet, no script, no field and the language of its text', () => {
    const html = renderMarkdown('# 題\n\n- [x] 済み\n- [ ] まだ');
    expect(html).toMatch(/^<!doctype html>\n<html lang="ja">/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|<input/);
    expect(html).toContain('aria-label="完了">☑</span> 済み');
    expect(renderMarkdown('# Title')).toContain('<html lang="en">');
  });

  it('gets its title element from its front matter, which is not shown, or its first heading', () => {
    expect(renderMarkdown('---\ntitle: ""\n---\n#\n## `c` **d**')).toContain('<title>c d</title>');
    const html = renderMarkdown('---\ntitle: "A & B"\ntags: [x]\n---\n# c');
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).not.toContain('tags');
    expect(renderMarkdown('---\n# x\ntags: [x]\n---\nc')).not.toContain('tags');
    expect(renderMarkdown('---\n作成日: 1\n---\nc')).not.toContain('作成日');
    expect(renderMarkdown('c')).not.toContain('<title>');
  });

  it.each([
    '---\n\n# a\n\n---\nb',
    '---\n# a\n\nb\n\n---\nc',
    '---\n- See: a\n\n---\nb',
    '---\nYour plan:\na\n\n---\nb',
  ])('shows all of %j', (source) => {
    expect(bodyOf(source)).toMatch(/^<hr>\n[^]*a[^]*<hr>\n<p>[bc]/);
  });

  it('has a table of contents from three headings behind its first one', () => {
    expect(bodyOf('# a\n\n## b\n\n## c')).not.toContain('<nav');
    const body = bodyOf('# a\n\n## 概要 & `x`\n\n### 同じ\n\n### 同じ');
    expect(body).toMatch(/^<h1 id="a">a<\/h1>\n<nav/);
    expect(body).toContain(`<li class="level-1"><a href="#${encodeURIComponent('概要--x')}">概要 &amp; x</a></li>`);
    expect(body).toContain(`<li class="level-2"><a href="#${encodeURIComponent('同じ-1')}">`);
    expect(body).toContain('<h3 id="同じ-1">');
  });

  it('reads Japanese as it is written', () => {
    expect(bodyOf('**「強調」**です。\n次の行\nand English\nwords')).toBe(
      '<p><strong>「強調」</strong>です。次の行\nand English\nwords</p>\n',
    );
    expect(bodyOf('これは\n**[重要](a)**\nです\n`a`\nb')).toBe(
      '<p>これは<strong><a href="a">重要</a></strong>です\n<code>a</code>\nb</p>\n',
    );
    expect(bodyOf('（https://a.b/c?d、https://a.b/日本）')).toBe(
      '<p>（<a href="https://a.b/c?d">https://a.b/c?d</a>、<a href="https://a.b/%E6%97%A5%E6%9C%AC">https://a.b/日本</a>）</p>\n',
    );
  });

  it('shows alerts and footnotes with Japanese names, and file names as text', () => {
    expect(bodyOf('> [!WARNING]\n> a')).toContain('<p class="markdown-alert-title">警告</p>');
    expect(bodyOf('a[^1]\n\n[^1]: b')).toContain('<section class="footnotes" aria-label="脚注">');
    expect(bodyOf('README.md と https://example.com/')).toBe(
      '<p>README.md と <a href="https://example.com/">https://example.com/</a></p>\n',
    );
  });

  it('gets colours for code in known languages, once', async () => {
    const plain = renderMarkdown('```ts\nconst a = "<b>"; // c\n```\n\n```mermaid\ngraph TD\n```\n');
    const coloured = await highlightPage(plain);
    expect(coloured).toContain('<span class="k">const</span>');
    expect(coloured).toContain('&quot;&lt;b&gt;&quot;');
    expect(coloured).toContain('<code class="language-mermaid">graph TD\n</code>');
    expect(coloured.replaceAll(/<\/?span[^>]*>/g, '')).toBe(plain.replaceAll(/<\/?span[^>]*>/g, ''));
    expect(await highlightPage(coloured)).toBe(coloured);
    expect(await highlightPage(renderMarkdown('```js:src/a.js\nlet a\n```'))).toContain('<span class="k">let</span>');
  });
});
