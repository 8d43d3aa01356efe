import { hash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AdminRole,
  caseAdminMessages,
  caseDecisionNames,
  caseMessages,
  contentBanMessages,
  DAY_MS,
  moderationMessages,
  type RequestContext,
  siteMessages,
  staffInternalMessages,
} from '@haru/contracts';
import { HandleMessage, RequestServer } from '@haru/messaging';
import { Controller, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { contextOf, SitesUnderTest } from './sites-under-test.js';
import { sha256, UploadsUnderTest } from './uploads-under-test.js';

/** The auth service would answer with these members of staff. */
let staff: { id: string; role: AdminRole }[] = [];

@Controller()
class AuthOfTheTest {
  @HandleMessage(staffInternalMessages.listActiveStaff)
  async listActiveStaff() {
    return { staff };
  }
}

describe('decisions of staff about pages that concern them', () => {
  let sites: SitesUnderTest;
  let auth: INestMicroservice;
  const member = (haruRole: AdminRole = 'moderator') => {
    const id = randomUUID();
    return { id, context: contextOf({ accountId: id, haruRole }), entry: { id, role: haruRole } };
  };
  const [first, second, admin] = [member(), member(), member('admin')];
  const concerns = { code: 'CASE_CONCERNS_CALLER' };

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    auth = await NestFactory.createMicroservice<MicroserviceOptions>(
      { module: class AuthModuleOfTheTest {}, controllers: [AuthOfTheTest] },
      {
        strategy: new RequestServer({
          redisUrl: sites.redis.url,
          service: 'auth',
          messages: staffInternalMessages,
        }),
        logger: ['fatal', 'error'],
      },
    );
    await Promise.all([auth.listen(), sites.startService()]);
  }, 60_000);
  afterAll(async () => {
    await auth.close();
    await sites.stop();
  });
  beforeEach(() => {
    staff = [first.entry, second.entry];
  });

  const publish = (accountId: string = randomUUID()) =>
    sites.createSite({ htmlContent: `<title>春</title>${randomUUID()}` }, { accountId });
  const report = (path: string, context: RequestContext = contextOf(), concernsSexualImages = false) =>
    sites.client.call(
      caseMessages.reportSite,
      {
        ...{ path, kind: 'rights', description: '無断転載です。', concernsSexualImages },
        tokenHash: hash('sha256', randomBytes(32), 'base64url'),
      },
      context,
    );
  const caseOf = async (siteId: string) =>
    (await sites.rows<{ id: string }>('SELECT id FROM cases WHERE site_id = $1', [siteId]))[0]?.id ?? '';
  const decide = async (
    caseId: string,
    decision: (typeof caseDecisionNames)[number],
    { context }: { context: RequestContext },
    concerns_sexual_images?: boolean,
  ) =>
    (
      await sites.client.call(
        caseAdminMessages.decideCase,
        { caseId, decision, reason: '理由', concerns_sexual_images },
        context,
      )
    ).case;
  const stop = (site: string, { context }: { context: RequestContext }, everywhere?: boolean) =>
    sites.client.call(moderationMessages.stopSite, { site, reason: '理由', everywhere }, context);
  const restore = (site: string, { context }: { context: RequestContext }) =>
    sites.client.call(moderationMessages.restoreSite, { site, reason: '理由' }, context);
  const getCase = async (caseId: string, { context }: { context: RequestContext }) =>
    (await sites.client.call(caseAdminMessages.getCase, { caseId }, context)).case;

  it.each(['owner', 'reporter'])('refuses each of the %s, in cases and among the pages', async (involved) => {
    const { id, path } = await publish(involved === 'owner' ? first.id : randomUUID());
    await report(path, involved === 'reporter' ? first.context : contextOf());
    const caseId = await caseOf(id);
    for (const decision of caseDecisionNames)
      await expect(decide(caseId, decision, first)).rejects.toMatchObject(concerns);
    await expect(stop(path, first)).rejects.toMatchObject(concerns);
    const open = { site: path, kind: 'rights', reason: '理由', concerns_sexual_images: true } as const;
    await expect(sites.client.call(caseAdminMessages.openCase, open, first.context)).rejects.toMatchObject(concerns);
    expect(await getCase(caseId, first)).toMatchObject({ concerns_caller: true });
    expect(await getCase(caseId, second)).toMatchObject({ concerns_caller: false });
    await stop(path, second);
    await expect(restore(path, first)).rejects.toMatchObject(concerns);
    await expect(restore(id, first)).rejects.toMatchObject(concerns);
  });

  it('refuses the owner an objection, and a page that the owner deleted or that has no case', async () => {
    const { id, path } = await publish(first.id);
    await stop(path, second);
    const caseId = await caseOf(id);
    await sites.client.call(caseMessages.objectToCase, { id: caseId, reason: '自作です' }, first.context);
    for (const decision of ['restore', 'uphold'] as const)
      await expect(decide(caseId, decision, first)).rejects.toMatchObject(concerns);
    await expect(decide(caseId, 'restore', second)).resolves.toMatchObject({ state: 'decided' });
    const gone = await publish(first.id);
    await sites.client.call(
      siteMessages.deleteSites,
      { filters: [{ column: 'id', operator: 'eq', values: [gone.id] }], single: false },
      first.context,
    );
    await stop(gone.path, second);
    await expect(restore(gone.path, first)).rejects.toMatchObject(concerns);
  });

  it('refuses an admin the ban of a file of an own page and its end', async () => {
    staff = [admin.entry, member('admin').entry];
    const uploads = new UploadsUnderTest(sites, await sites.startUploads());
    await uploads.publish({ 'index.html': '<p>a', 'a.txt': 'a file' }, { accountId: admin.id });
    for (const name of ['banContent', 'unbanContent'] as const) {
      const change = { hash: sha256('a file'), reason: '理由' };
      await expect(sites.client.call(contentBanMessages[name], change, admin.context)).rejects.toMatchObject(concerns);
    }
  });

  it('refuses an admin the ban of a content and its end, as long as there is another admin', async () => {
    staff = [first.entry, admin.entry];
    const { id, path } = await publish(admin.id);
    await expect(stop(path, admin, true)).rejects.toMatchObject(concerns);
    const [{ content = '' } = {}] = await sites.rows<{ content: string }>(
      `SELECT encode(content_hash, 'hex') AS content FROM page_versions WHERE site_id = $1`,
      [id],
    );
    const change = (name: 'banContent' | 'unbanContent') =>
      sites.client.call(contentBanMessages[name], { hash: content, reason: '理由' }, admin.context);
    await change('banContent');
    staff.push(member('admin').entry);
    await expect(change('banContent')).rejects.toMatchObject(concerns);
    await expect(change('unbanContent')).rejects.toMatchObject(concerns);
  });

  it('allows it where nobody else can act: alone, or where the others are concerned as well', async () => {
    const { id, path } = await publish(first.id);
    await report(path, second.context);
    const caseId = await caseOf(id);
    await expect(getCase(caseId, first)).resolves.toMatchObject({ concerns_caller: false });
    await decide(caseId, 'review', first);
    staff.push(admin.entry);
    await expect(decide(caseId, 'dismiss', first)).rejects.toMatchObject(concerns);
    staff = [first.entry];
    await decide(caseId, 'dismiss', first);
  });

  it('does not let the owner decide because the other moderator stopped the page', async () => {
    const { id, path } = await publish(first.id);
    await stop(path, second);
    const caseId = await caseOf(id);
    await sites.client.call(caseMessages.objectToCase, { id: caseId, reason: '自作です' }, first.context);
    await expect(decide(caseId, 'restore', first)).rejects.toMatchObject(concerns);
    staff.push(admin.entry);
    await expect(decide(caseId, 'uphold', second)).rejects.toMatchObject({ code: 'CASE_NEEDS_ANOTHER_ADMIN' });
    await decide(caseId, 'uphold', admin);
  });

  it('the command line, which is no person, decides about every page', async () => {
    const { path } = await publish(first.id);
    await stop(path, { context: { requestId: randomUUID(), caller: { role: 'service_role' } } });
  });

  it('a reporter’s word about sexual images is shown, and the moderator’s sets the owner’s time', async () => {
    const { id, path } = await publish();
    await report(path, contextOf(), true);
    const caseId = await caseOf(id);
    const shown = await getCase(caseId, second);
    expect(shown).toMatchObject({ concerns_sexual_images: false, reported_sexual_images: true });
    expect(shown.reports).toMatchObject([{ concerns_sexual_images: true }]);
    const days = ({ due_at: due }: { due_at: string | null }) => (Date.parse(due ?? '') - Date.now()) / DAY_MS;
    expect(days(await decide(caseId, 'ask_owner', second))).toBeCloseTo(7, 1);
    const other = await publish();
    await report(other.path, contextOf(), false);
    const asked = await decide(await caseOf(other.id), 'ask_owner', second, true);
    expect(asked).toMatchObject({ concerns_sexual_images: true, reported_sexual_images: false });
    expect(days(asked)).toBeCloseTo(2, 1);
  });
});
