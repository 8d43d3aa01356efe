import { hash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accountDeleted,
  caseAdminMessages,
  type CaseDecision,
  caseInternalMessages,
  type CaseKind,
  caseMessages,
  type CaseView,
  DAY_MS,
  moderationMessages,
  type RequestContext,
  type RequestOf,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { openCase } from '../src/moderation/cases/steps/open-case.js';
import { OpenCasesForReviews } from '../src/moderation/cases/open-cases-for-reviews.job.js';
import { PurgeExpiredRows } from '../src/maintenance/purge-expired-rows.job.js';
import { StopUnanswered } from '../src/moderation/cases/stop-unanswered.job.js';
import { PageStops } from '../src/moderation/page-stops.js';
import { RemoveSitesWhenAccountDeleted } from '../src/ownership/remove-sites-when-account-deleted.worker.js';
import { StopSitesWhenContentBanned } from '../src/moderation/stop-sites-when-content-banned.worker.js';
import { publishTree } from './publish-tree.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('cases', () => {
  let sites: SitesUnderTest;
  const moderator = contextOf({ haruRole: 'moderator' });
  const other = contextOf({ haruRole: 'moderator' });
  const visitor: RequestContext = { requestId: randomUUID(), caller: { role: 'anon' } };
  const clock: RequestContext = { requestId: randomUUID(), caller: { role: 'service_role' } };

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService();
  }, 60_000);
  afterAll(() => sites.stop());

  const publish = async () => {
    const accountId = randomUUID();
    const site = await sites.createSite({ htmlContent: '<title>春</title>' }, { accountId });
    return { ...site, accountId, owner: contextOf({ accountId }) };
  };
  const newToken = () => hash('sha256', randomBytes(32), 'base64url');
  const report = async (
    path: string,
    members: Partial<RequestOf<typeof caseMessages.reportSite>> = {},
    context = visitor,
  ) => {
    const tokenHash = newToken();
    const request = { path, kind: 'rights' as CaseKind, description: '無断転載です。', tokenHash, ...members };
    await sites.client.call(caseMessages.reportSite, request, context);
    return tokenHash;
  };
  const read = async (tokenHash: string): Promise<CaseView> =>
    (await sites.client.call(caseMessages.readCase, { tokenHash }, visitor)).case;
  const decide = async (caseId: string, decision: CaseDecision, context = moderator) =>
    (await sites.client.call(caseAdminMessages.decideCase, { caseId, decision, reason: `${decision}の理由` }, context))
      .case;
  const own = async (context: RequestContext) =>
    (await sites.client.call(caseMessages.listOwnCases, {}, context)).cases;
  const object = (id: string, context: RequestContext) =>
    sites.client.call(caseMessages.objectToCase, { id, reason: '自作です' }, context);
  const rowOf = async (id: string) => (await sites.rows<object>('SELECT * FROM sites WHERE id = $1', [id]))[0];
  const stepsInAudit = async (id: string) =>
    (
      await sites.rows<{ payload: { actor: { kind: string }; details: { by: string; to: string } } }>(
        `SELECT payload FROM outbox WHERE name = 'adminActed' AND aggregate_id = $1 ORDER BY seq`,
        [id],
      )
    ).map(({ payload: { actor, details } }) => [actor.kind, details.by, details.to]);
  const stopUnanswered = async (now: Date) =>
    (await new StopUnanswered(sites.dataSource, new PageStops(sites.changes)).run(undefined, now)).cases;
  const dueOf = async (id: string, days: number) => {
    const due = Date.parse(
      (await sites.client.call(caseAdminMessages.getCase, { caseId: id }, moderator)).case.due_at ?? '',
    );
    expect(due).toBeGreaterThan(Date.now() + days * DAY_MS - 60_000);
    expect(due).toBeLessThanOrEqual(Date.now() + days * DAY_MS);
  };

  it('reports of a page join one case, and each reporter reads no other report', async () => {
    const { path } = await publish();
    const tokens = await Promise.all(
      ['一つ目', '二つ目', '三つ目'].map((description) => report(path, { description })),
    );
    const views = await Promise.all(tokens.map(read));
    expect(new Set(views.map(({ id }) => id)).size).toBe(1);
    expect(views.map(({ steps }) => steps.map(({ reason }) => reason))).toEqual([['一つ目'], ['二つ目'], ['三つ目']]);
    expect(views[0]).toMatchObject({
      role: 'reporter',
      page: { path, title: '春', state: 'live' },
      kind: 'rights',
      state: 'received',
      is_stopped: null,
      owner_due_at: null,
      can_answer: false,
      can_object: false,
    });
    const caseId = views[0]?.id ?? '';
    await dueOf(caseId, 7);
    await decide(caseId, 'dismiss');
    expect(await read(tokens[0] ?? '')).toMatchObject({ state: 'dismissed', answer_due_at: null });
    expect((await read(await report(path))).id).not.toBe(caseId);
  });

  it('tells a reporter no path that the page gets later', async () => {
    const { id, path } = await publish();
    const token = await report(path);
    await sites.rows(`UPDATE sites SET path = $2 WHERE id = $1`, [id, `moved-${path}`]);
    expect(await read(token)).toMatchObject({ page: { path, title: '春', state: 'live' } });
    await sites.rows(`UPDATE sites SET visibility = 'secret' WHERE id = $1`, [id]);
    expect(await read(token)).toMatchObject({ page: { path, title: path } });
  });

  it('refuses reports of no page and without words, and unknown links', async () => {
    const { path } = await publish();
    await expect(report('is-not-there')).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await expect(report('no path at all!')).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await expect(report(path, { description: ' ' })).rejects.toMatchObject({ code: 'REPORT_BLANK' });
    await expect(report(path, { email: 'nowhere' })).rejects.toMatchObject({ code: 'REPORT_EMAIL_INVALID' });
    await expect(read(newToken())).rejects.toMatchObject({ code: 'CASE_NOT_FOUND' });
  });

  it('the owner of a stopped page objects once, and restoring brings back the page as it was', async () => {
    const { id: siteId, path, owner } = await publish();
    const before = await rowOf(siteId);
    const token = await report(path, { kind: 'phishing', description: '偽のログイン画面' });
    const { id } = await read(token);
    await expect(decide(id, 'ask_owner')).rejects.toMatchObject({ code: 'CASE_STATE_CHANGED' });
    expect(await own(owner)).toEqual([]);
    await expect(object(id, owner)).rejects.toMatchObject({ code: 'CASE_NOT_FOUND' });
    await decide(id, 'review');
    await decide(id, 'stop');
    expect(await rowOf(siteId)).toMatchObject({ is_active: false, stopped_reason: 'stopの理由' });

    const [view] = await own(owner);
    expect(view).toMatchObject({ id, role: 'owner', page: { state: 'stopped' }, can_object: true });
    expect(view?.steps.map(({ by, reason }) => [by, reason])).toEqual([
      ['reporter', null],
      ['admin', 'reviewの理由'],
      ['admin', 'stopの理由'],
    ]);
    await expect(object(id, contextOf())).rejects.toMatchObject({ code: 'CASE_NOT_FOUND' });
    await expect(
      sites.client.call(caseMessages.objectToCase, { tokenHash: token, reason: 'x' }, visitor),
    ).rejects.toMatchObject({ code: 'CASE_NOT_FOUND' });
    expect((await object(id, owner)).case).toMatchObject({ state: 'objected', can_object: false });
    await expect(object(id, owner)).rejects.toMatchObject({ code: 'CASE_STATE_CHANGED' });
    await dueOf(id, 7);

    await decide(id, 'restore', other);
    expect(await rowOf(siteId)).toEqual(before);
    const [after, reporters] = [(await own(owner))[0], await read(token)];
    for (const view of [after, reporters]) expect(view).toMatchObject({ state: 'decided', is_stopped: false });
    expect(reporters.steps.find(({ by }) => by === 'owner')?.reason).toBeNull();
    await expect(object(id, owner)).rejects.toMatchObject({ code: 'CASE_STATE_CHANGED' });
    expect(await stepsInAudit(id)).toEqual([
      ['visitor', 'reporter', 'received'],
      ['account', 'admin', 'reviewing'],
      ['account', 'admin', 'stopped'],
      ['account', 'owner', 'objected'],
      ['account', 'admin', 'decided'],
    ]);
  });

  it('a page stays stopped when the objection is turned down', async () => {
    const { id: siteId, path, owner } = await publish();
    const { id } = await read(await report(path));
    await decide(id, 'stop');
    await object(id, owner);
    expect(await decide(id, 'uphold', other)).toMatchObject({ state: 'decided', is_stopped: true, due_at: null });
    expect(await rowOf(siteId)).toMatchObject({ is_active: false });
    await expect(decide(id, 'restore', other)).rejects.toMatchObject({ code: 'CASE_STATE_CHANGED' });
  });

  it('follows a page that is stopped and restored on the screen of pages', async () => {
    const { path, owner } = await publish();
    const { id } = await read(await report(path));
    await sites.client.call(moderationMessages.stopSite, { site: path, reason: '規約違反' }, moderator);
    const [stopped] = await own(owner);
    expect(stopped).toMatchObject({ id, state: 'stopped', can_object: true });
    expect(stopped?.steps.at(-1)).toMatchObject({ by: 'admin', reason: '規約違反' });
    await object(id, owner);
    await sites.client.call(moderationMessages.restoreSite, { site: path, reason: '誤り' }, other);
    expect((await own(owner))[0]).toMatchObject({ state: 'decided', is_stopped: false, page: { state: 'live' } });
  });

  it('opens a case for a page that is stopped without one, so that its owner reads why and objects once', async () => {
    const stop = (site: string, context: RequestContext, everywhere?: true) =>
      sites.client.call(moderationMessages.stopSite, { site, reason: '規約違反', everywhere }, context);
    const { id: siteId, path, owner } = await publish();
    await stop(path, moderator);
    const [stopped] = await own(owner);
    const id = stopped?.id ?? '';
    expect(stopped).toMatchObject({ kind: 'other', state: 'stopped', can_object: true, page: { path } });
    expect(stopped?.steps).toMatchObject([{ state: 'stopped', by: 'admin', reason: '規約違反' }]);
    await object(id, owner);
    await stop(siteId, moderator);
    expect(await decide(id, 'uphold', other)).toMatchObject({ state: 'decided', is_stopped: true });
    await stop(siteId, moderator);
    expect(await own(owner)).toMatchObject([{ id, state: 'decided', is_stopped: true }]);

    const html = { htmlContent: `<p>${randomUUID()}</p>` };
    const [one, same] = [randomUUID(), randomUUID()];
    const banned = await sites.createSite(html, { accountId: one });
    const copy = await sites.createSite(html, { accountId: same });
    const token = await report(copy.path);
    const admin = contextOf({ haruRole: 'admin' });
    await stop(banned.path, admin, true);
    const ban = { hash: hash('sha256', html.htmlContent), reason: '規約違反' };
    await sites.dataSource.transaction((manager) =>
      new StopSitesWhenContentBanned(new Outbox()).handle(ban, { manager, context: admin, eventId: randomUUID() }),
    );
    expect(await own(contextOf({ accountId: one }))).toMatchObject([{ state: 'stopped', can_object: true }]);
    const [joined] = await own(contextOf({ accountId: same }));
    expect(joined).toMatchObject({ id: (await read(token)).id, state: 'stopped', can_object: true });
    expect(joined?.steps.at(-1)).toMatchObject({ by: 'admin', reason: '規約違反' });
  });

  it('asks the owner, who has seven days, or two where it is about sexual images', async () => {
    const { path, owner } = await publish();
    const { id } = await read(await report(path));
    await report(path, { description: '同じく' });
    await decide(id, 'ask_owner');
    await dueOf(id, 7);
    const [asked] = await own(owner);
    expect(asked?.steps.map(({ by }) => by)).toEqual(['reporter', 'admin']);
    expect(asked).toMatchObject({ state: 'inquiry', can_answer: true, owner_due_at: expect.any(String) });
    const answer = () => sites.client.call(caseMessages.answerCase, { id, text: '許諾を得ています' }, owner);
    expect((await answer()).case).toMatchObject({ state: 'reviewing', can_answer: false, owner_due_at: null });
    await expect(answer()).rejects.toMatchObject({ code: 'CASE_STATE_CHANGED' });
    await dueOf(id, 7);

    const urgent = await publish();
    const { id: urgentId } = await read(await report(urgent.path, { kind: 'privacy', concernsSexualImages: true }));
    await decide(urgentId, 'ask_owner');
    await dueOf(urgentId, 7);
  });

  it('stops the page whose owner did not answer in time, and closes the case of one that is gone', async () => {
    const [kept, gone] = [await publish(), await publish()];
    const [keptCase, goneCase] = [await read(await report(kept.path)), await read(await report(gone.path))];
    await decide(keptCase.id, 'ask_owner');
    await decide(goneCase.id, 'ask_owner');
    await sites.rows('DELETE FROM sites WHERE id = $1', [gone.id]);
    await sites.rows('DELETE FROM deleted_sites WHERE id = $1', [gone.id]);
    await stopUnanswered(new Date(Date.now() + 6.9 * DAY_MS));
    expect(await rowOf(kept.id)).toMatchObject({ is_active: true });
    await stopUnanswered(new Date(Date.now() + 7 * DAY_MS));
    expect(await rowOf(kept.id)).toMatchObject({ is_active: false, stopped_reason: expect.stringContaining('回答') });
    expect((await own(kept.owner))[0]).toMatchObject({ state: 'stopped', can_object: true, steps: { length: 3 } });
    expect((await own(gone.owner))[0]).toMatchObject({ state: 'dismissed', page: { state: 'deleted' } });
    expect((await stepsInAudit(keptCase.id)).at(-1)).toEqual(['system', 'system', 'stopped']);
    expect(await stopUnanswered(new Date(Date.now() + 8 * DAY_MS))).toBe(0);
  });

  it('lists overdue cases first, page by page, for people with a role alone', async () => {
    await sites.rows('TRUNCATE cases CASCADE');
    const ids: string[] = [];
    for (let number = 0; number < 4; number++) ids.push((await read(await report((await publish()).path))).id);
    const [first, second, third, closed] = ids as [string, string, string, string];
    await sites.rows(`UPDATE cases SET due_at = now() - interval '1 day' WHERE id = $1`, [third]);
    await decide(closed, 'dismiss');
    const list = (state: RequestOf<typeof caseAdminMessages.listCases>['state'], limit: number, cursor?: string) =>
      sites.client.call(caseAdminMessages.listCases, { state, limit, cursor }, moderator);
    const page = await list('waiting', 2);
    expect(page.cases.map(({ id, is_overdue }) => [id, is_overdue])).toEqual([
      [third, true],
      [first, false],
    ]);
    const last = await list('waiting', 2, page.next ?? '');
    expect(last).toMatchObject({ cases: [{ id: second, report_count: 1 }], next: null });
    expect((await list('dismissed', 50)).cases.map(({ id }) => id)).toEqual([closed]);
    const [newest] = (await list('all', 1)).cases;
    expect(newest?.id).toBe(closed);
    await expect(list('waiting', 2, 'x')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const context = contextOf();
    for (const call of [
      sites.client.call(caseAdminMessages.listCases, { state: 'all', limit: 1 }, context),
      sites.client.call(caseAdminMessages.getCase, { caseId: first }, context),
      sites.client.call(caseAdminMessages.openCase, { site: 'x', kind: 'other', reason: 'x' }, context),
      sites.client.call(caseAdminMessages.countCases, {}, context),
      decide(first, 'stop', context),
    ])
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN_ROLE' });
  });

  it.each([
    ['its start page', { 'index.html': '<title>夏</title>', 'a.css': 'p{}' }, '<title>夏</title>'],
    ['nothing where there is none', { 'notes.txt': 'x' }, ''],
  ])('shows a moderator %s of a page of several files', async (_what, files, source) => {
    const site = await publishTree(sites, files);
    const request = { site, kind: 'other' as const, reason: '手動' };
    const { case: shown } = await sites.client.call(caseAdminMessages.openCase, request, moderator);
    expect(shown).toMatchObject({ source, page: { state: 'live' } });
  });

  it('shows a moderator the page, its owner’s other pages and the findings of the check, and opens cases', async () => {
    const { id: siteId, path, accountId } = await publish();
    const more = await sites.createSite({ htmlContent: '<p>もう一つ</p>' }, { accountId });
    const finding = { rule: 'credential.password', line: 1, column: 2, excerpt: '<input' };
    const caseId = await sites.dataSource.transaction((manager) =>
      openCase(manager, { siteId, kind: 'phishing', reasons: [finding] }, clock),
    );
    const request = { site: path, kind: 'phishing' as const, reason: '手動' };
    const { case: shown } = await sites.client.call(caseAdminMessages.openCase, request, moderator);
    expect(shown).toMatchObject({
      id: caseId,
      origin: 'check',
      source: '<title>春</title>',
      reports: [],
      owner: { id: accountId, other_pages: [{ id: more.id, path: more.path, state: 'live' }] },
      steps: [{ by: 'system' }, { by: 'admin', reason: '手動' }],
    });
    expect(shown.findings).toEqual([finding]);
    await decide(caseId, 'dismiss');
    const numbers = await sites.client.call(caseAdminMessages.countCases, {}, moderator);
    expect(numbers.rules).toEqual([{ rule: 'credential.password', cases: 1, false_alarms: 1 }]);
    expect(numbers.kinds.map(({ kind }) => kind)).toEqual(['phishing', 'malware', 'rights', 'privacy', 'other']);
    expect(numbers.kinds[0]).toMatchObject({ opened: 1, dismissed: 1, median_hours: expect.closeTo(0, 1) });
    expect(numbers.kinds[1]).toMatchObject({ opened: 0, median_hours: null });
  });

  it('opens a case about a page behind the notice, and its dismissal ends the notice', async () => {
    const { id: siteId, path } = await publish();
    const signal = { rule: 'credential.password', weight: 2, line: 3, column: 4, excerpt: '<input' };
    await sites.rows('UPDATE page_versions SET check_result = $2 WHERE site_id = $1', [
      siteId,
      JSON.stringify({ outcome: 'notice', rules: 1, signals: [signal] }),
    ]);
    await sites.rows('UPDATE sites SET under_review = true WHERE id = $1', [siteId]);
    const opening = new OpenCasesForReviews(sites.dataSource);
    expect(await opening.run()).toEqual({ opened: 1 });
    expect(await opening.run()).toEqual({ opened: 0 });
    const { cases } = await sites.client.call(caseAdminMessages.listCases, { state: 'all', limit: 1 }, moderator);
    expect(cases).toMatchObject([{ site_id: siteId, origin: 'check', kind: 'phishing', report_count: 0 }]);
    const { id } = await read(await report(path, { kind: 'phishing' }));
    expect(id).toBe(cases[0]?.id);
    const { findings } = await decide(id, 'dismiss');
    expect(findings).toMatchObject([{ rule: 'credential.password', line: 3 }]);
    expect(await rowOf(siteId)).toMatchObject({ under_review: false, is_active: true });
    const [version] = await sites.rows('SELECT check_result FROM page_versions WHERE site_id = $1', [siteId]);
    expect(version).toMatchObject({ check_result: { outcome: 'notice', isDismissed: true } });
    expect(await opening.run()).toEqual({ opened: 0 });
  });

  const mailsOf = async (...caseIds: string[]) =>
    (
      await sites.rows<{ mailId: string }>(
        `SELECT payload ->> 'mailId' AS "mailId" FROM outbox WHERE name = 'caseMailRequested'
         AND payload ->> 'mailId' IN (SELECT id::text FROM case_mails WHERE case_id = ANY ($1)) ORDER BY seq`,
        [caseIds],
      )
    ).map(({ mailId }) => mailId);
  const recipient = (mailId = '') => sites.client.call(caseInternalMessages.findCaseMailRecipient, { mailId }, clock);
  const describeMail = async (mailId = '') =>
    (await sites.client.call(caseInternalMessages.describeCaseMail, { mailId }, clock)).mail;
  const hashOf = (token = '') => hash('sha256', token, 'base64url');

  it('describes mails with a link that opens the case; a second try’s link takes the place of the first', async () => {
    const { path, accountId } = await publish();
    const { id } = await read(await report(path, { email: 'reporter@example.com' }));
    await report(path);
    await decide(id, 'stop');
    const mails = await mailsOf(id);
    expect(mails).toHaveLength(3);
    expect(await recipient(mails[0])).toEqual({ to: { email: 'reporter@example.com' }, isCounted: true });
    const toReporter = await describeMail(mails[0]);
    const stopped = { state: 'stopped', path, reason: 'stopの理由' };
    expect(toReporter).toMatchObject({ to: { email: 'reporter@example.com' }, isConfirmed: false, cases: [stopped] });
    expect(await describeMail(mails[1])).toBeNull();
    const toOwner = await describeMail(mails[2]);
    expect(toOwner).toMatchObject({ to: { accountId }, isConfirmed: true, cases: [stopped] });
    expect(await read(hashOf(toReporter?.cases[0]?.token))).toMatchObject({ id, role: 'reporter' });
    const ownersLink = hashOf(toOwner?.cases[0]?.token);
    expect(await read(ownersLink)).toMatchObject({ id, role: 'owner', can_object: true });
    expect(await recipient(mails[2])).toEqual({ to: { accountId }, isCounted: false });
    const again = await describeMail(mails[2]);
    await expect(read(ownersLink)).rejects.toMatchObject({ code: 'CASE_NOT_FOUND' });
    expect(await read(hashOf(again?.cases[0]?.token))).toMatchObject({ id, role: 'owner' });
    expect(await describeMail(randomUUID())).toBeNull();
  });

  it('an address gets one mail of a case, and no further one of any case before it opened a link of the first', async () => {
    const [first, second] = [await publish(), await publish()];
    const { id } = await read(await report(first.path, { email: 'victim@example.com' }));
    for (let time = 0; time < 14; time++) await report(first.path, { email: 'Victim@example.com' });
    const mails = await mailsOf(id);
    expect(mails).toHaveLength(1);
    const mail = await describeMail(mails[0]);

    await decide(id, 'dismiss');
    const { id: otherId } = await read(await report(second.path, { email: 'victim@example.com' }));
    const waiting = (await mailsOf(id, otherId)).filter((mailId) => mailId !== mails[0]);
    expect(waiting).toHaveLength(2);
    for (const mailId of waiting) {
      expect(await recipient(mailId)).toEqual({ to: null, isCounted: false });
      expect(await describeMail(mailId)).toBeNull();
    }

    await read(hashOf(mail?.cases[0]?.token));
    const asked = (await mailsOf(id, otherId)).filter((mailId) => mailId !== mails[0] && !waiting.includes(mailId));
    expect(asked).toHaveLength(1);
    const merged = await describeMail(asked[0]);
    expect(merged?.isConfirmed).toBe(true);
    expect(merged?.cases.map(({ path, state }) => [path, state]).toSorted()).toEqual(
      [
        [first.path, 'dismissed'],
        [second.path, 'received'],
      ].toSorted(),
    );
    for (const mailId of waiting) expect(await describeMail(mailId)).toBeNull();
  });

  it('mails about several cases that wait for their owner’s budget are one, and wait for a day at most', async () => {
    const accountId = randomUUID();
    const ids = [];
    for (const html of ['<p>一', '<p>二', '<p>三']) {
      const { path } = await sites.createSite({ htmlContent: html }, { accountId });
      const { id } = await read(await report(path));
      await decide(id, 'stop');
      ids.push(id);
    }
    const mails = await mailsOf(...ids);
    expect(mails).toHaveLength(3);
    const [one, ...others] = await Promise.all(mails.map(describeMail)).then((all) =>
      all.toSorted((left, right) => (right?.cases.length ?? 0) - (left?.cases.length ?? 0)),
    );
    expect(one?.cases).toHaveLength(3);
    expect(others).toEqual([null, null]);
    await object(ids[0] ?? '', contextOf({ accountId }));
    await decide(ids[0] ?? '', 'restore', other);
    const last = (await mailsOf(...ids)).at(-1);
    expect(await recipient(last)).toEqual({ to: { accountId }, isCounted: true });
    await sites.rows(`UPDATE case_steps SET at = at - interval '1 day' WHERE case_id = $1`, [ids[0]]);
    expect(await recipient(last)).toEqual({ to: { accountId }, isCounted: false });
  });

  it('removes addresses 90 days after a case is closed, and with the account of the reporter or owner', async () => {
    const emails = async (caseId: string) =>
      (await sites.rows<{ email: string | null }>('SELECT email FROM case_reports WHERE case_id = $1', [caseId])).map(
        ({ email }) => email,
      );
    const { path, accountId } = await publish();
    const reporter = contextOf();
    const { id } = await read(await report(path, { email: 'a@example.com' }));
    await report(path, { email: 'b@example.com' }, reporter);
    await decide(id, 'stop');
    const remove = (account: string) =>
      sites.dataSource.transaction((manager) =>
        new RemoveSitesWhenAccountDeleted(new Outbox()).handle(
          { accountId: account },
          { manager, context: clock, eventId: randomUUID() },
        ),
      );
    expect(accountDeleted.consumers).toContain('sites');
    await remove(reporter.caller.role === 'authenticated' ? reporter.caller.accountId : '');
    expect((await emails(id)).toSorted()).toEqual(['a@example.com', null]);
    await remove(accountId);
    const { case: detail } = await sites.client.call(caseAdminMessages.getCase, { caseId: id }, moderator);
    expect(detail).toMatchObject({ owner: null, page: { path, state: 'stopped' }, source: '<title>春</title>' });

    const open = await publish();
    const { id: closedId } = await read(await report(open.path, { email: 'c@example.com' }));
    await decide(closedId, 'dismiss');
    await new PurgeExpiredRows(sites.dataSource).run(undefined, new Date(Date.now() + 89 * DAY_MS));
    expect(await emails(closedId)).toEqual(['c@example.com']);
    await new PurgeExpiredRows(sites.dataSource).run(undefined, new Date(Date.now() + 91 * DAY_MS));
    expect(await emails(closedId)).toEqual([null]);
    expect((await emails(id)).toSorted()).toEqual(['a@example.com', null]);
  });
});
