import {
  auditPageAnswerSchema,
  type CaseDecision,
  caseAnswerSchema,
  caseDetailAnswerSchema,
  caseListAnswerSchema,
  caseNumbersAnswerSchema,
  ownCasesAnswerSchema,
  reportSiteAnswerSchema,
} from '@haru/contracts';
import type { RunningProcess } from '@haru/service-runtime';
import { query, waitFor } from '@haru/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectRefusal } from './expect-refusal.js';
import { type People, type Registered, sharedSystem, START_WITHIN_MS } from './people.js';
import { startHere } from './start-system.js';

let system: People;
let feedbackWorker: RunningProcess;
let owner: Registered;
let reporter: Registered;
let first: Registered;
let second: Registered;

beforeAll(async () => {
  system = await sharedSystem();
  const file = new URL('../../feedback-service/src/worker.ts', import.meta.url);
  feedbackWorker = await startHere('feedback-worker', file, {
    DATABASE_URL: system.feedbackDatabaseUrl,
    REDIS_URL: system.redis.url,
    PUBLIC_ORIGIN: system.origin,
    SMTP_URL: system.mailbox.url,
  });
  [owner, reporter, first, second] = await Promise.all([
    system.register(),
    system.register(),
    system.register(),
    system.register(),
  ]);
  await query(system.authDatabaseUrl, `UPDATE users SET haru_role = 'moderator' WHERE id IN ($1, $2)`, [
    first.id,
    second.id,
  ]);
}, START_WITHIN_MS);
afterAll(() => feedbackWorker.close());

const post = (path: string, json: unknown, token?: string) => system.call(path, { method: 'POST', json, token });
const tokenOf = (url: string) => new URL(url).hash.slice(1);
/** A mail names the page before the case. */
const tokenIn = (mail: { text: string } | undefined) => /\/case#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
const publish = async () => {
  const answer = await system.publish('<title>春</title>', owner.token);
  return ((await answer.json()) as { site: { id: string; path: string } }).site;
};
const report = (json: object) => post('/functions/v1/report-site', json, reporter.token);
const read = async (token: string) => {
  const answer = await post('/functions/v1/read-case', { token });
  return caseAnswerSchema.parse(await answer.json()).case;
};
const decide = (id: string, decision: CaseDecision, { token }: Registered) =>
  post(`/admin/v1/cases/${id}/decision`, { decision, reason: `${decision}の理由` }, token);
const serves = async (path: string, status: number) =>
  expect((await system.call(`/functions/v1/serve-site?path=${path}`)).status).toBe(status);
const subjectsTo = ({ email }: Registered) =>
  system.mailbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
const mailTo = async (person: Registered, subject: string) => {
  const has = () => system.mailbox.mails.find((mail) => mail.to === person.email && mail.subject === subject);
  await waitFor(() => has() !== undefined, {
    timeoutMs: 20_000,
    what: `${subject} among ${subjectsTo(person).join()}`,
  });
  return has();
};

it('a reported page is stopped, its owner objects, another moderator restores it, and both sides are told', async () => {
  const { path } = await publish();
  const json = { path, kind: 'rights', description: '無断転載です。', email: reporter.email };
  const reported = await report(json);
  expect(reported.status).toBe(200);
  const { case_url } = reportSiteAnswerSchema.parse(await reported.json());
  expect(case_url).toMatch(new RegExp(`^${system.origin}/case#[\\w-]{43}$`));
  const { id, steps } = await read(tokenOf(case_url));
  expect(steps).toMatchObject([{ state: 'received', by: 'reporter', reason: '無断転載です。' }]);
  const receipt = await mailTo(reporter, 'Haru：通報を受け付けました');
  expect(await read(tokenIn(receipt))).toMatchObject({ id, role: 'reporter' });

  const stopped = await decide(id, 'stop', first);
  expect(caseDetailAnswerSchema.parse(await stopped.json()).case).toMatchObject({
    state: 'stopped',
    stopped_by: first.id,
    reports: [{ email: reporter.email, account_id: reporter.id }],
    source: '<title>春</title>',
  });
  await serves(path, 451);
  const notice = await mailTo(owner, 'Haru：ページの公開を停止しました');
  expect(notice?.text).toContain('stopの理由');
  const ownerToken = tokenIn(notice);
  expect(await read(ownerToken)).toMatchObject({ role: 'owner', can_object: true });
  const own = await system.call('/functions/v1/own-cases', { token: owner.token });
  expect(ownCasesAnswerSchema.parse(await own.json()).cases).toMatchObject([{ id, can_object: true }]);

  const objection = { token: ownerToken, reason: '自作のページです。' };
  const objected = await post('/functions/v1/object-to-case', objection);
  expect(caseAnswerSchema.parse(await objected.json()).case).toMatchObject({ state: 'objected', can_object: false });
  await expectRefusal(await post('/functions/v1/object-to-case', objection), 409, 'CASE_STATE_CHANGED');
  const waiting = await system.call('/admin/v1/cases?limit=100', { token: first.token });
  expect(caseListAnswerSchema.parse(await waiting.json()).cases.map((each) => each.id)).toContain(id);
  for (const decision of ['restore', 'uphold'] as const)
    await expectRefusal(await decide(id, decision, first), 409, 'CASE_NEEDS_ANOTHER_ADMIN');
  const onPageList = await post(`/admin/v1/sites/${path}/restore`, { reason: '誤り' }, first.token);
  await expectRefusal(onPageList, 409, 'CASE_NEEDS_ANOTHER_ADMIN');
  await serves(path, 451);
  expect((await decide(id, 'restore', second)).status).toBe(200);
  await serves(path, 200);
  for (const token of [ownerToken, tokenOf(case_url)])
    expect(await read(token)).toMatchObject({ state: 'decided', is_stopped: false, page: { state: 'live' } });
  await mailTo(owner, 'Haru：ページに問題はないと判断しました');
  await mailTo(reporter, 'Haru：通報されたページの公開を再開しました');

  const audited = async () => {
    const answer = await system.call('/admin/v1/audit', { token: first.token });
    const { entries } = auditPageAnswerSchema.parse(await answer.json());
    return entries.filter(({ subject }) => subject.id === id).toReversed();
  };
  await waitFor(async () => (await audited()).length === 4, { timeoutMs: 20_000, what: 'every step in the audit log' });
  expect((await audited()).map(({ actor, details }) => [actor?.id ?? null, details['by'], details['to']])).toEqual([
    [reporter.id, 'reporter', 'received'],
    [first.id, 'admin', 'stopped'],
    [null, 'owner', 'objected'],
    [second.id, 'admin', 'decided'],
  ]);
}, 90_000);

it('the owner answers an inquiry from the dashboard', async () => {
  const { path } = await publish();
  const { case_url } = reportSiteAnswerSchema.parse(
    await (await report({ path, kind: 'privacy', description: 'x' })).json(),
  );
  const { id } = await read(tokenOf(case_url));
  const answer = { id, text: '本人の同意があります。' };
  await expectRefusal(await post('/functions/v1/answer-case', answer, owner.token), 404, 'CASE_NOT_FOUND');
  expect((await decide(id, 'ask_owner', first)).status).toBe(200);
  await mailTo(owner, 'Haru：通報について回答をお願いします');
  await expectRefusal(await post('/functions/v1/answer-case', answer, reporter.token), 404, 'CASE_NOT_FOUND');
  const both = { ...answer, token: tokenOf(case_url) };
  await expectRefusal(await post('/functions/v1/answer-case', both, owner.token), 400, 'VALIDATION_FAILED');
  const answered = await post('/functions/v1/answer-case', answer, owner.token);
  expect(caseAnswerSchema.parse(await answered.json()).case).toMatchObject({ state: 'reviewing', owner_due_at: null });
}, 60_000);

it('staff leave pages of their own, and what they reported, to another moderator', async () => {
  const published = await system.publish('<title>自分の</title>', first.token);
  const { site } = (await published.json()) as { site: { id: string; path: string } };
  const reported = await publish();
  for (const [path, reporterToken] of [
    [site.path, reporter.token],
    [reported.path, first.token],
  ] as const) {
    await post('/functions/v1/report-site', { path, kind: 'rights', description: 'x' }, reporterToken);
    const opened = await post('/admin/v1/cases', { site: path, kind: 'rights', reason: '手動' }, second.token);
    const { case: shown } = caseDetailAnswerSchema.parse(await opened.json());
    await expectRefusal(await decide(shown.id, 'dismiss', first), 409, 'CASE_CONCERNS_CALLER');
    for (const act of ['stop', 'restore'])
      await expectRefusal(
        await post(`/admin/v1/sites/${path}/${act}`, { reason: 'x' }, first.token),
        409,
        'CASE_CONCERNS_CALLER',
      );
    expect((await decide(shown.id, 'dismiss', second)).status).toBe(200);
  }
});

it('says what is wrong with a report, a link or a call of staff', async () => {
  const { path } = await publish();
  const good = { path, kind: 'other', description: 'x' };
  await expectRefusal(await report({ ...good, path: 'is-not-there' }), 404, 'SITE_NOT_FOUND');
  await expectRefusal(await report({ ...good, kind: 'spam' }), 400, 'VALIDATION_FAILED');
  await expectRefusal(await report({ ...good, description: ' ' }), 400, 'REPORT_BLANK');
  await expectRefusal(await report({ ...good, email: 'x' }), 400, 'REPORT_EMAIL_INVALID');
  await expectRefusal(await post('/functions/v1/read-case', { token: 'short' }), 400, 'VALIDATION_FAILED');
  await expectRefusal(await post('/functions/v1/read-case', { token: 'x'.repeat(43) }), 404, 'CASE_NOT_FOUND');
  await expectRefusal(await system.call('/functions/v1/own-cases'), 401, 'TOKEN_INVALID');
  const staff = { token: first.token };
  await expectRefusal(await system.call('/admin/v1/cases', { token: owner.token }), 403, 'FORBIDDEN_ROLE');
  await expectRefusal(await system.call('/admin/v1/cases/x', staff), 404, 'CASE_NOT_FOUND');
  await expectRefusal(await system.call('/admin/v1/cases?state=x', staff), 400, 'VALIDATION_FAILED');
  const opened = await post('/admin/v1/cases', { site: path, kind: 'malware', reason: '手動' }, first.token);
  const { case: shown } = caseDetailAnswerSchema.parse(await opened.json());
  expect(shown).toMatchObject({ origin: 'admin', kind: 'malware', page: { path } });
  await expectRefusal(await decide(shown.id, 'ask_owner', first), 409, 'CASE_STATE_CHANGED');
  const numbers = await system.call('/admin/v1/case-numbers', staff);
  expect(caseNumbersAnswerSchema.parse(await numbers.json()).kinds).toHaveLength(5);
});
