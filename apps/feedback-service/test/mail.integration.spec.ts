import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDeleted, reportAdminMessages } from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { Outbox } from '@haru/events';
import { waitFor } from '@haru/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { feedbackDatabase } from '../src/database.js';
import {
  account,
  anon,
  contextOf,
  type FeedbackUnderTest,
  operatorEmail,
  type ServiceUnderTest,
  startFeedback,
} from './feedback-under-test.js';

let feedback: FeedbackUnderTest;
let queue: Queue;
let worker: ServiceUnderTest;
const moderator = account('moderator');

beforeAll(async () => {
  feedback = await startFeedback();
  queue = new Queue('feedback-mail', { connection: { url: feedback.redis.url } });
}, 60_000);
afterAll(async () => {
  await queue.close();
  await feedback.close();
}, 60_000);
beforeEach(() => feedback.sql('TRUNCATE reports, mail_requests, outbox, inbox CASCADE'));
afterEach(async () => {
  await worker.close();
  await queue.obliterate({ force: true });
  feedback.smtp.mails.length = 0;
  feedback.smtp.refused.clear();
});

const mails = () => feedback.smtp.mails;
const mailsToArrive = (count: number) =>
  waitFor(() => mails().length >= count, { timeoutMs: 20_000, what: `${count} mails` });
const sent = async (members: Parameters<FeedbackUnderTest['submit']>[0] = {}, caller = anon) => {
  const outcome = await feedback.submit(members, caller);
  return outcome.kind === 'report' ? outcome.id : '';
};
const eventsToBeHandled = () =>
  waitFor(async () => (await feedback.sql('SELECT FROM outbox')).length === 0, { what: 'the outbox to be empty' });
const answer = (reportId: string, text: string) =>
  feedback.client.call(reportAdminMessages.answerReport, { reportId, text }, contextOf(moderator));
const entriesOf = async (reportId: string) => {
  const report = await feedback.client.call(reportAdminMessages.getReport, { reportId }, contextOf(moderator));
  return report.entries;
};

// This test runs first: a job runs once per period, however often the worker starts in it.
it('the worker deletes expired rows on schedule', async () => {
  await feedback.sql(`INSERT INTO like_keys VALUES (current_date - 2, 'old'), (current_date, 'new')`);
  await feedback.sql(
    `INSERT INTO idempotent_submissions VALUES ('a', 'old', 'x', null, now() - interval '2 days'), ('a', 'new', 'x', null, now())`,
  );
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const ages = [31, 29, 31];
  await feedback.sql(
    `INSERT INTO mail_requests (id, kind, outcome, settled_at)
     SELECT id, 'answer', 'sent', now() - age * interval '1 day' FROM unnest($1::uuid[], $2::int[]) AS given (id, age)`,
    [ids, ages],
  );
  const [{ id: reportId = '' } = {}] = await feedback.sql<{ id: string }>(
    `INSERT INTO reports (id, type, title, description, digest_id, created_at)
     VALUES (gen_random_uuid(), 'bug', 't', 'd', $1, now()) RETURNING id`,
    [ids[2]],
  );
  await feedback.sql(
    `INSERT INTO deleted_accounts SELECT id, now() - age * interval '1 day'
     FROM unnest($1::uuid[], $2::int[]) AS given (id, age)`,
    [ids.slice(0, 2), ages.slice(0, 2)],
  );
  worker = await feedback.startWorker();
  const kept = () =>
    feedback.sql(
      `SELECT convert_from(key, 'UTF8') AS key FROM like_keys UNION ALL
       SELECT key FROM idempotent_submissions WHERE sender = 'a'`,
    );
  await waitFor(async () => (await kept()).length === 2, { what: 'the clean-up' });
  expect(await kept()).toEqual([{ key: 'new' }, { key: 'new' }]);
  const accounts = () => feedback.sql('SELECT account_id AS id FROM deleted_accounts');
  await waitFor(async () => (await accounts()).length === 1, { what: 'the clean-up' });
  expect(await accounts()).toEqual([{ id: ids[1] }]);
  // One is too young, and the other listed a report for the operators.
  expect(await feedback.sql('SELECT id FROM mail_requests ORDER BY settled_at DESC')).toEqual([
    { id: ids[1] },
    { id: ids[2] },
  ]);
  await feedback.sql('DELETE FROM reports WHERE id = $1', [reportId]);
});

describe('the operators', () => {
  it('get a mail about a report, with its text escaped', async () => {
    worker = await feedback.startWorker();
    await sent({ title: '<b>太字</b>\r\nBcc: x@example.com', description: '<script>alert(1)</script>' });
    await mailsToArrive(1);
    const [mail] = mails();
    expect(mail?.recipients).toEqual([operatorEmail]);
    expect(mail?.subject).toBe('Haru：新しい不具合・要望が1件あります');
    expect(mail?.text).toContain('【不具合報告】<b>太字</b>');
    expect(mail?.text).toContain('http://haru.test:3000/admin');
    expect(mail?.html).toContain('&lt;b&gt;太字&lt;/b&gt;');
    expect(mail?.html).not.toMatch(/<b>|<script/);
    expect(mail?.headers?.map(({ key }) => key)).not.toContain('bcc');
  });

  it('get later reports in one mail after the interval, even if Redis was emptied', async () => {
    worker = await feedback.startWorker();
    await sent({ title: '最初' });
    await mailsToArrive(1);
    for (const title of ['二つ目', '三つ目', '四つ目']) await sent({ title, description: 'x'.repeat(300) });
    await waitFor(async () => (await queue.getDelayedCount()) === 1, { what: 'the second mail to wait' });
    const [job] = await queue.getDelayed();
    expect(job?.delay).toBeGreaterThan(500_000);
    expect(job?.delay).toBeLessThanOrEqual(600_000);
    expect(Object.keys(job?.data as object)).toEqual(['mailRequestId']);

    await eventsToBeHandled();
    const connection = new Redis(feedback.redis.url);
    await connection.flushall();
    connection.disconnect();
    await waitFor(async () => (await queue.getDelayedCount()) === 1, { timeoutMs: 20_000, what: 'it to wait again' });
    expect(mails()).toHaveLength(1);

    // This simulates ten minutes.
    await feedback.sql(
      `UPDATE mail_requests SET settled_at = settled_at - interval '10 minutes' WHERE outcome = 'sent'`,
    );
    const [again] = await queue.getDelayed();
    await again?.promote();
    await mailsToArrive(2);
    const { subject, text = '' } = mails()[1] ?? { recipients: [] };
    expect(subject).toBe('Haru：新しい不具合・要望が3件あります');
    for (const title of ['二つ目', '三つ目', '四つ目']) expect(text).toContain(title);
    expect(text).not.toContain('最初');
    expect(text).not.toContain('x'.repeat(121));
  });

  it('get a limited number of reports in a mail', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => sent({ title: `報告${index}` })));
    worker = await feedback.startWorker({ OPERATOR_MAIL_INTERVAL: '0' });
    await waitFor(async () => (await feedback.sql('SELECT FROM reports WHERE digest_id IS NULL')).length === 0);
    await waitFor(async () => (await feedback.sql('SELECT FROM mail_requests WHERE outcome IS NULL')).length === 0);
    const counts = mails().map(({ subject = '' }) => Number(/(\d+)件/.exec(subject)?.[1]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    for (const { text = '' } of mails()) expect(text.match(/【/g)?.length).toBeLessThanOrEqual(20);
  });

  it('get no mail if no address is set, which is logged once', async () => {
    worker = await feedback.startWorker({ OPERATOR_EMAIL: '' });
    await sent();
    await sent();
    await eventsToBeHandled();
    expect(await feedback.sql('SELECT FROM mail_requests')).toEqual([]);
    expect(mails()).toEqual([]);
    expect(worker.warn.mock.calls).toEqual([[expect.stringContaining('OPERATOR_EMAIL is not set')]]);
  });
});

describe('a reporter', () => {
  it('gets the answer as it was written, once', async () => {
    worker = await feedback.startWorker({ OPERATOR_EMAIL: '' });
    const reportId = await sent({ title: '<i>件名</i>', email: 'reporter@example.com' });
    await answer(reportId, '直しました。\n<script>alert(1)</script>\n\nまたどうぞ。');
    await waitFor(async () => (await entriesOf(reportId))[0]?.mail === 'sent', { what: 'the answer to be sent' });
    expect(mails()).toHaveLength(1);
    const [mail] = mails();
    expect(mail?.recipients).toEqual(['reporter@example.com']);
    expect(mail?.text).toContain('直しました。\n<script>alert(1)</script>\n\nまたどうぞ。');
    expect(mail?.html).toContain('直しました。<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(mail?.html).not.toMatch(/<script|<i>/);
  });

  it('gets an answer only once the budget of the address allows it', async () => {
    worker = await feedback.startWorker({ OPERATOR_EMAIL: '' });
    feedback.auth.waitSeconds = 600;
    feedback.auth.counted.length = 0;
    const reportId = await sent({ email: 'busy@example.com' });
    await answer(reportId, '直しました。');
    await waitFor(async () => (await queue.getDelayedCount()) === 1, { what: 'the answer to wait' });
    const [job] = await queue.getDelayed();
    expect(job?.delay).toBeGreaterThan(590_000);
    expect(mails()).toEqual([]);

    feedback.auth.waitSeconds = null;
    await job?.promote();
    await mailsToArrive(1);
    expect(feedback.auth.counted).toEqual([{ email: 'busy@example.com' }, { email: 'busy@example.com' }]);
  });

  it('whose mailbox refuses is shown as undelivered', async () => {
    worker = await feedback.startWorker({ OPERATOR_EMAIL: '' });
    feedback.smtp.refused.add('gone@example.com');
    const reportId = await sent({ email: 'gone@example.com' });
    await answer(reportId, '直しました。');
    await waitFor(async () => (await entriesOf(reportId))[0]?.mail === 'refused', { what: 'the refusal to be noted' });
  });

  it('whose account is deleted keeps no address, and gets no pending answer', async () => {
    const person = account();
    const reportId = await sent({ email: 'person@example.com' }, person);
    const bystander = await sent({ email: 'other@example.com' }, account());
    const dataSource = await createDataSource(
      feedbackDatabase.options('test', { DATABASE_URL: feedback.database.url }),
    ).initialize();
    await dataSource.transaction((manager) =>
      new Outbox().publish(
        manager,
        { ...accountDeleted, consumers: ['feedback'] },
        { accountId: person.accountId },
        { aggregateId: person.accountId, context: contextOf(anon) },
      ),
    );
    await dataSource.destroy();
    worker = await feedback.startWorker({ OPERATOR_EMAIL: '' });
    await eventsToBeHandled();
    const kept = await feedback.sql(
      'SELECT id, email, account_id IS NULL AS is_anonymous FROM reports ORDER BY created_at',
    );
    expect(kept).toEqual([
      { id: reportId, email: null, is_anonymous: true },
      { id: bystander, email: 'other@example.com', is_anonymous: false },
    ]);
    await feedback.submit({ email: 'person@example.com', idempotencyKey: randomUUID() }, person);
    expect(await feedback.sql('SELECT FROM reports WHERE account_id = $1', [person.accountId])).toEqual([]);
    expect(await feedback.sql(`SELECT FROM reports WHERE email = 'person@example.com'`)).toEqual([]);
    expect(await feedback.sql('SELECT FROM idempotent_submissions WHERE sender = $1', [person.accountId])).toEqual([]);

    const late = randomUUID();
    await feedback.sql(`INSERT INTO mail_requests (id, kind) VALUES ($1, 'answer')`, [late]);
    await feedback.sql(
      `INSERT INTO report_entries (id, report_id, kind, text, mail_request_id) VALUES ($1, $2, 'answer', 'x', $1)`,
      [late, reportId],
    );
    await waitFor(async () => (await entriesOf(reportId))[0]?.mail === 'void', {
      timeoutMs: 20_000,
      what: 'the answer to be given up',
    });
    expect(mails()).toEqual([]);
  });
});
