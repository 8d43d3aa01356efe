import { randomUUID } from 'node:crypto';
import { siteMessages, versionMessages } from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const accountId = randomUUID();
const context = contextOf({ accountId });
const format = 'component' as const;

const component = (text: string) => `import { useState } from 'react';
// 合計
export default function App() {
  const [count] = useState<number>(1);
  return <main className="p-4"><h1>家計簿</h1>${text}{count}</main>;
}`;

describe('pages of components', () => {
  let sites: SitesUnderTest;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    ({ port } = await sites.startAll());
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(async () => {
    await sites.eventsHandled(60_000);
    await sites.empty();
  }, 70_000);

  const getVersion = (id: string, version: number) =>
    sites.client.call(versionMessages.getVersion, { id, version }, context);
  const update = async (id: string, htmlContent: string) =>
    (await sites.client.call(versionMessages.updateSite, { id, baseVersion: null, htmlContent }, context)).site;

  it('are trees with their libraries, of which only the page and its source are charged', async () => {
    const source = component('');
    const { id, path, title } = await sites.createSite({ htmlContent: source, format }, { accountId });
    expect(title).toBe('家計簿');
    const page = (await ask(port, `/share/${path}/`)).body.toString();
    const [library = ''] = /lib\/react-[\w-]+\.js/.exec(page) ?? [];
    expect(await ask(port, `/share/${path}/${library}`)).toMatchObject({
      status: 200,
      headers: { 'cache-control': expect.stringContaining('immutable') as unknown },
    });
    const { site } = await sites.client.call(siteMessages.serveSite, { path }, context);
    expect(site.htmlContent).toContain('"家計簿"');
    const bytes = Buffer.byteLength(source) + Buffer.byteLength(site.htmlContent);
    const found = await getVersion(id, 1);
    expect(found).toMatchObject({ htmlContent: source, version: { format, bytes } });
    expect(found.files).toBeUndefined();
  });

  it('are updated by their source, and restored with the files that they had', async () => {
    const { id } = await sites.createSite({ htmlContent: component('1'), format }, { accountId });
    const first = await sites.rows('SELECT content_hash FROM sites');
    expect(await update(id, component('1'))).toMatchObject({ isChanged: false, version: 1 });
    expect(await update(id, component('2'))).toMatchObject({ version: 2 });
    await sites.client.call(versionMessages.restoreVersion, { id, version: 1 }, context);
    expect(await getVersion(id, 3)).toMatchObject({ htmlContent: component('1'), version: { format } });
    expect(await sites.rows('SELECT content_hash FROM sites')).toEqual(first);
  });

  it.each([
    [
      'import { motion } from "framer-motion"; export default () => <motion.b/>',
      'COMPONENT_IMPORT_UNKNOWN',
      'framer-motion',
    ],
    ['export default () => <b>', 'COMPONENT_INVALID', expect.any(String)],
    ['const a = 1;', 'COMPONENT_NOT_EXPORTED', undefined],
  ])('are refused: %s', async (htmlContent, code, field) => {
    const publishing = sites.createSite({ htmlContent, format }, { accountId });
    await expect(publishing).rejects.toMatchObject({ code, faults: field === undefined ? [] : [{ field }] });
  });
});
