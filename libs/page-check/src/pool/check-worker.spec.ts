import { defaultPageRuleSettings as rules } from '@haru/contracts';
import { expect, it } from '@jest/globals';
import { checkWith } from './check-worker.js';

const check = (html: string, isCompared = false) => checkWith({ rules }, { html, kind: 'document', isCompared });

// The key is in parts, so that scanners of this repository do not find it.
const key = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

it('looks for secrets only when it is asked for them', async () => {
  const page = `a\n\n<pre>${key}</pre>`;
  expect(await check(page)).not.toHaveProperty('secrets');
  const found = await checkWith({ rules }, { html: page, kind: 'secrets', isCompared: false });
  expect(found.secrets).toEqual([expect.objectContaining({ line: 3 })]);
});

it('computes the similarity of a page only where it is compared', async () => {
  const pages = [`<p>${'春はあけぼの、夏は夜。'.repeat(20)}</p>`, `<input>${'春はあけぼの、夏は夜。'.repeat(20)}`];
  for (const page of pages) {
    expect((await check(page)).similarity).toBeUndefined();
    expect(await check(page, true)).toMatchObject({ similarity: expect.any(String) });
  }
});

const sheet = (content: string) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${content}</xsl:template></xsl:stylesheet>`;
const checkSheet = (content: string) =>
  checkWith({ rules }, { html: sheet(content), kind: 'stylesheet', isCompared: false });

it('says that style sheets transform a document', async () => {
  const feed = '<?xml version="1.0"?><?xml-stylesheet href="/feed.xsl" type="text/xsl"?><rss/>';
  expect(await check(feed)).toMatchObject({ outcome: 'passed', dropped: false, isTransformed: true });
  expect(await check('<?xml version="1.0"?><?xml-stylesheet href="a.css" type="text/css"?><rss/>')).toMatchObject({
    isTransformed: false,
  });
});

it('knows a style sheet that makes no field', async () => {
  const content = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title><xsl:value-of select="/rss/channel/title"/></title>
    <meta name="viewport" content="width=device-width"/><style>a { color: red }</style></head><body>
    <a><xsl:attribute name="href"><xsl:value-of select="/rss/channel/link"/></xsl:attribute>Visit &#x2192;</a>
    <xsl:for-each select="/rss/channel/item"><xsl:element name="h3"><xsl:value-of select="title"/></xsl:element>
    <audio controls="controls" src="{enclosure/@url}"/></xsl:for-each></body></html>`;
  expect(await checkSheet(content)).toMatchObject({ outcome: 'passed', dropped: false, mayMakeField: false });
});

it.each([
  '<input type="password"/>',
  '<x:form xmlns:x="http://www.w3.org/1999/xhtml"/>',
  '<script><xsl:value-of select="."/></script>',
  `<xsl:element name="{concat('in', 'put')}"/>`,
  '<xsl:element name="input"/>',
  '<div><xsl:attribute name="onclick"><xsl:value-of select="."/></xsl:attribute></div>',
  '<div><xsl:attribute name="{name}">x</xsl:attribute></div>',
  '<xsl:value-of select="description" disable-output-escaping="yes"/>',
  '<xsl:copy-of select="*"/>',
  '<xsl:copy><xsl:apply-templates/></xsl:copy>',
  '<xsl:include href="b.xsl"/>',
  '<audio autoplay="autoplay"/>',
])('knows that a style sheet with %s may make a field', async (content) => {
  expect(await checkSheet(content)).toMatchObject({ mayMakeField: true });
});

it('reads the markup and the strings of a component, and names lines of its source', async () => {
  const inMarkup = `export default () => <main>
  <h1>楽天カード ログイン</h1>
  <form><input type="password"/></form></main>`;
  const inStrings = `import { createElement as e } from 'react';
export default () => e('form', null, e('h1', null, '楽天カード ログイン'), e('input', { placeholder: 'パスワード' }));`;
  const checkComponent = (html: string) =>
    checkWith({ rules }, { html, kind: 'document', format: 'component', isCompared: false });
  const found = await checkComponent(inMarkup);
  expect(found).toMatchObject({
    outcome: 'refused',
    signals: expect.arrayContaining([expect.objectContaining({ line: 3 })]),
  });
  expect(found.signals.every(({ line }) => line <= 3)).toBe(true);
  expect(await checkComponent(inStrings)).toMatchObject({ signals: [{ rule: 'credential.password' }] });
  expect((await checkComponent('export default 1 +')).fault).toMatchObject({ code: 'COMPONENT_INVALID' });
});

it('checks what is rendered from Markdown, and names lines of its source', async () => {
  const source = `# 楽天カード ログイン\n\n- 手順\n\n<form>\n  <input\n   type="password">\n</form>\n`;
  const found = await checkWith({ rules }, { html: source, kind: 'document', format: 'markdown', isCompared: false });
  expect(found).toMatchObject({ outcome: 'refused', rendered: expect.stringContaining('</h1>') });
  expect(found.signals.map(({ rule, line, column }) => [rule, line, column])).toEqual([
    ['credential.password', 6, 3],
    ['brand.title', 1, 3],
    ['brand.heading', 1, 3],
    ['brand.heading', 1, 3],
  ]);
});
