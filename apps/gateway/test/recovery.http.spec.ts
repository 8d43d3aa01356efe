import { randomUUID } from 'node:crypto';
import {
  createSiteAnswerSchema,
  deletedSitesAnswerSchema,
  previewVersionAnswerSchema,
  purgeSiteAnswerSchema,
  restoreSiteAnswerSchema,
} from '@haru/contracts';
import { query } from '@haru/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { expectRefusal } from './expect-refusal.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { RunningSystem } from './start-system.js';

let system: RunningSystem;
let token: string;
let stranger: string;

beforeAll(async () => {
  system = await sharedSystem();
  [token, stranger] = [(await system.signUp()).access_token, (await system.signUp()).access_token];
}, START_WITHIN_MS);

const publish = async () => {
  const answer = await system.publish(`<title>${randomUUID()}</title>`, token);
  return createSiteAnswerSchema.parse(await answer.json()).site;
};
const remove = (id: string) => system.call(`/rest/v1/sites?id=eq.${id}`, { method: 'DELETE', token });
const post = (route: string, json: unknown, as: string | undefined = token) =>
  system.call(`/functions/v1/${route}`, { method: 'POST', json, ...(as === undefined ? {} : { token: as }) });
const deletedSites = (after = '') => system.call(`/functions/v1/deleted-sites${after}`, { token });

it('GET deleted-sites and POST restore-site: a deleted page is listed and comes back as it was', async () => {
  const site = await publish();
  expect((await remove(site.id)).status).toBe(204);
  const { sites, next } = deletedSitesAnswerSchema.parse(await (await deletedSites()).json());
  expect(sites).toMatchObject([{ id: site.id, path: site.path, state: 'deleted' }]);
  expect(next).toBeNull();
  await expectRefusal(await post('restore-site', { id: site.id }, stranger), 404, 'SITE_NOT_FOUND');
  const answer = await post('restore-site', { id: site.id });
  expect(answer.status).toBe(200);
  expect(restoreSiteAnswerSchema.parse(await answer.json()).site).toEqual(site);
  const served = await system.call(`/functions/v1/serve-site?path=${site.path}`);
  expect(await served.json()).toMatchObject({ site: { html_content: `<title>${site.title}</title>` } });
});

it('POST purge-site: removes a deleted or expired page for good, not a live one', async () => {
  const [live, expired, deleted] = [await publish(), await publish(), await publish()];
  await query(system.sitesDatabaseUrl, `UPDATE sites SET expires_at = now() WHERE id = '${expired.id}'`);
  await remove(deleted.id);
  await expectRefusal(await post('purge-site', { id: live.id }), 409, 'SITE_IS_LIVE');
  for (const { id } of [expired, deleted]) {
    await expectRefusal(await post('purge-site', { id }, stranger), 404, 'SITE_NOT_FOUND');
    const answer = await post('purge-site', { id });
    expect(purgeSiteAnswerSchema.parse(await answer.json())).toEqual({ success: true });
    await expectRefusal(await post('restore-site', { id }), 404, 'SITE_NOT_FOUND');
  }
});

it.each(['restore-site', 'purge-site'])('POST %s: refuses visitors, and what is no id', async (route) => {
  const visitor = await system.call(`/functions/v1/${route}`, { method: 'POST', json: { id: randomUUID() } });
  expect(visitor.status).toBe(401);
  await expectRefusal(await post(route, { id: 'x' }), 400, 'VALIDATION_FAILED');
  await expectRefusal(await post(route, { id: randomUUID() }), 404, 'SITE_NOT_FOUND');
});

it('GET deleted-sites: refuses visitors, and an invalid cursor', async () => {
  expect((await system.call('/functions/v1/deleted-sites')).status).toBe(401);
  await expectRefusal(await deletedSites('?after=x'), 400, 'VALIDATION_FAILED');
});

it('POST preview-version: answers a signed address on the pages host, for the owner', async () => {
  const { id } = await publish();
  const answer = await post('preview-version', { id, version: 1 });
  expect(answer.status).toBe(200);
  const { url } = previewVersionAnswerSchema.parse(await answer.json());
  expect(url).toMatch(new RegExp(`^${system.pagesOrigin}/preview/${id}\\.1\\.`));
  await expectRefusal(await post('preview-version', { id, version: 2 }), 404, 'VERSION_NOT_FOUND');
  await expectRefusal(await post('preview-version', { id, version: 1 }, stranger), 404, 'SITE_NOT_FOUND');
  await expectRefusal(await post('preview-version', { id, version: 0 }), 400, 'VALIDATION_FAILED');
  const visitor = await system.call('/functions/v1/preview-version', { method: 'POST', json: { id, version: 1 } });
  expect(visitor.status).toBe(401);
});
