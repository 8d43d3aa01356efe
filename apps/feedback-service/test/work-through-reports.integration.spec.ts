import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reportAdminMessages, type RequestOf } from '@haru/contracts';
import { account, anon, contextOf, type FeedbackUnderTest, startFeedback } from './feedback-under-test.js';

let feedback: FeedbackUnderTest;
const moderator = account('moderator');

beforeAll(async () => {
  feedback = await startFeedback();
}, 60_000);
afterAll(() => feedback.close(), 60_000);
beforeEach(() => feedback.sql('TRUNCATE reports, mail_requests, outbox CASCADE'));

const sent = async (members: Parameters<FeedbackUnderTest['submit']>[0] = {}) => {
  const outcome = await feedback.submit(members);
  return outcome.kind === 'report' ? outcome.id : '';
};
const list = (request: Partial<RequestOf<typeof reportAdminMessages.listReports>> = {}) =>
  feedback.client.call(reportAdminMessages.listReports, { limit: 50, ...request }, contextOf(moderator));
const read = (reportId: string) =>
  feedback.client.call(reportAdminMessages.getReport, { reportId }, contextOf(moderator));
const answer = (reportId: string, text: string, caller = moderator) =>
  feedback.client.call(reportAdminMessages.answerReport, { reportId, text }, contextOf(caller));
const acts = () =>
  feedback.sql<{ payload: object }>(`SELECT payload FROM outbox WHERE name = 'adminActed' ORDER BY seq`);
const refusal = (code: string) => expect.objectContaining({ code });

describe('the list', () => {
  it('goes through all reports, newest first, without gaps', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) ids.unshift(await sent({ title: `報告${index}` }));
    // Some have the same time: then the id orders them.
    await feedback.sql('UPDATE reports SET created_at = $1 WHERE id = ANY ($2)', [new Date(), ids.slice(2, 5)]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      expect(page.reports.length).toBeLessThanOrEqual(2);
      seen.push(...page.reports.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(ids));
    await expect(list({ cursor: 'x' })).rejects.toEqual(refusal('VALIDATION_FAILED'));
  });

  it('finds by state, type and text, whose wildcards are letters', async () => {
    const percent = await sent({ title: '100% 遅い', description: 'BIG_file' });
    const other = await sent({ type: 'feature', title: '1000 遅い', description: 'big file' });
    await feedback.client.call(
      reportAdminMessages.setReportState,
      { reportId: other, state: 'seen' },
      contextOf(moderator),
    );
    const found = async (request: Parameters<typeof list>[0]) => (await list(request)).reports.map(({ id }) => id);
    expect(await found({ search: '100%' })).toEqual([percent]);
    expect(await found({ search: 'big_' })).toEqual([percent]);
    expect(await found({ search: 'BIG' })).toEqual([other, percent]);
    expect(await found({ type: 'feature' })).toEqual([other]);
    expect(await found({ state: 'new' })).toEqual([percent]);
    expect(await found({ state: 'closed' })).toEqual([]);
  });
});

describe('the work on a report', () => {
  it('is logged with its author: state, note, answer', async () => {
    const reportId = await sent({ email: 'a@example.com' });
    const context = contextOf(moderator);
    await feedback.client.call(reportAdminMessages.setReportState, { reportId, state: 'seen' }, context);
    await feedback.client.call(reportAdminMessages.setReportState, { reportId, state: 'seen' }, context);
    const note = await feedback.client.call(
      reportAdminMessages.addReportNote,
      { reportId, text: ' 再現した ' },
      context,
    );
    await answer(reportId, '直しました。');
    expect(await read(reportId)).toMatchObject({
      state: 'answered',
      answerable: true,
      entries: [
        { id: note.id, kind: 'note', text: '再現した', author_id: moderator.accountId, mail: null },
        { kind: 'answer', text: '直しました。', mail: null },
      ],
    });
    const actor = { kind: 'account', accountId: moderator.accountId };
    const subject = { kind: 'report', id: reportId };
    expect((await acts()).map(({ payload }) => payload)).toMatchObject([
      { action: 'setReportState', actor, subject, details: { from: 'new', to: 'seen' } },
      { action: 'addReportNote', actor, subject, details: { entryId: note.id } },
      { action: 'answerReport', actor, subject },
    ]);
  });

  it('decides false alarms: accepts a page that staff can read, and deletes it then', async () => {
    const contentHash = 'a'.repeat(64);
    const refusedPage = '<title>見本</title>';
    const context = contextOf(moderator);
    const decide = (reportId: string, accepted: boolean) =>
      feedback.client.call(reportAdminMessages.decideFalseAlarm, { reportId, accepted }, context);
    const another = account('admin');
    feedback.auth.staff = [moderator, another].map(({ accountId: id }) => ({ id, role: 'moderator' }));
    const unread = await sent({ type: 'false_alarm', contentHash });
    const reportId = await sent({ type: 'false_alarm', contentHash, refusedPage });
    expect(await read(reportId)).toMatchObject({ content_hash: contentHash, refused_page: refusedPage });
    await expect(decide(unread, true)).rejects.toEqual(refusal('REPORT_NOT_FOUND'));
    await feedback.sql('UPDATE reports SET account_id = $1 WHERE id = $2', [moderator.accountId, reportId]);
    await expect(decide(reportId, true)).rejects.toEqual(refusal('CASE_CONCERNS_CALLER'));
    feedback.auth.staff.pop();
    expect(await decide(unread, false)).toMatchObject({ state: 'closed' });
    expect(await decide(reportId, true)).toMatchObject({ state: 'closed', refused_page: null });
    await expect(decide(reportId, false)).rejects.toEqual(refusal('REPORT_NOT_FOUND'));
    const accepted = await feedback.sql(`SELECT payload FROM outbox WHERE name = 'falseAlarmAccepted'`);
    expect(accepted).toMatchObject([{ payload: { hash: contentHash } }]);
    expect((await acts()).map(({ payload }) => payload)).toMatchObject([
      { action: 'decideFalseAlarm', details: { accepted: false } },
      { action: 'decideFalseAlarm', details: { accepted: true } },
    ]);
  });

  it('needs a text, a report, and for an answer an address', async () => {
    const silent = await sent();
    const reachable = await sent({ email: 'a@example.com' });
    await expect(answer(silent, 'x')).rejects.toEqual(refusal('REPORT_NOT_ANSWERABLE'));
    for (const text of [' \n', 'x'.repeat(5001), 'a\0b']) {
      await expect(answer(reachable, text)).rejects.toEqual(refusal('REPORT_TEXT_INVALID'));
    }
    await expect(answer(randomUUID(), 'x')).rejects.toEqual(refusal('REPORT_NOT_FOUND'));
    await expect(read(randomUUID())).rejects.toEqual(refusal('REPORT_NOT_FOUND'));
    expect(await acts()).toEqual([]);
  });

  it('is for people with a role only', async () => {
    const reportId = await sent();
    const { client } = feedback;
    for (const caller of [anon, account()]) {
      const context = contextOf(caller);
      const calls = [
        client.call(reportAdminMessages.listReports, { limit: 5 }, context),
        client.call(reportAdminMessages.getReport, { reportId }, context),
        client.call(reportAdminMessages.setReportState, { reportId, state: 'closed' }, context),
        client.call(reportAdminMessages.decideFalseAlarm, { reportId, accepted: false }, context),
        client.call(reportAdminMessages.addReportNote, { reportId, text: 'x' }, context),
        client.call(reportAdminMessages.answerReport, { reportId, text: 'x' }, context),
        client.call(reportAdminMessages.countReportsPerHour, { hours: 1 }, context),
        client.call(reportAdminMessages.likesTotal, {}, context),
      ];
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes).toEqual(calls.map(() => ({ status: 'rejected', reason: refusal('FORBIDDEN_ROLE') })));
    }
    expect(await read(reportId)).toMatchObject({ state: 'new', entries: [] });
  });
});

it('reports per hour are counted, hours without any too', async () => {
  const [first] = [await sent(), await sent()];
  await feedback.sql(`UPDATE reports SET created_at = now() - interval '2 hours' WHERE id = $1`, [first]);
  const { hours } = await feedback.client.call(
    reportAdminMessages.countReportsPerHour,
    { hours: 4 },
    contextOf(moderator),
  );
  expect(hours.map(({ count }) => count)).toEqual([0, 1, 0, 1]);
  expect(hours.at(-1)?.hour).toMatch(/:00:00.000Z$/);
});
