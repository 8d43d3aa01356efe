import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reportAdminMessages, type Submission } from '@haru/contracts';
import { createDataSource, lockAccount, noteDeletedAccount } from '@haru/database';
import { allowInTransaction } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import { feedbackDatabase } from '../src/database.js';
import { account, anon, contextOf, type FeedbackUnderTest, hash, startFeedback } from './feedback-under-test.js';

let feedback: FeedbackUnderTest;

beforeAll(async () => {
  feedback = await startFeedback();
}, 60_000);
afterAll(() => feedback.close(), 60_000);
beforeEach(() => feedback.sql('TRUNCATE reports, like_keys, idempotent_submissions, outbox CASCADE'));

const reports = () => feedback.sql<Record<string, unknown>>('SELECT * FROM reports ORDER BY created_at');
const refusal = (code: string) => expect.objectContaining({ code });

describe('a report', () => {
  it('is stored with its sender and source, and published', async () => {
    const caller = account();
    const outcome = await feedback.submit(
      { title: ' 保存 ', description: '\n本文\n', email: ' a@example.com ', page: '/', userAgent: 'Browser/1' },
      caller,
    );
    expect(outcome.kind).toBe('report');
    expect(await reports()).toMatchObject([
      {
        type: 'bug',
        title: '保存',
        description: '本文',
        email: 'a@example.com',
        account_id: caller.accountId,
        page: '/',
        user_agent: 'Browser/1',
        state: 'new',
      },
    ]);
    expect(await feedback.sql('SELECT name, consumer FROM outbox')).toEqual([
      { name: 'reportReceived', consumer: 'feedback' },
    ]);
  });

  it('of a visitor has no account', async () => {
    await feedback.submit({ email: '' });
    expect(await reports()).toMatchObject([{ account_id: null, email: null, page: null, user_agent: null }]);
  });

  it.each<[string, Partial<Submission>]>([
    ['REPORT_BLANK', { title: '\u3000' }],
    ['REPORT_TITLE_TOO_LONG', { title: 'x'.repeat(101) }],
    ['REPORT_DESCRIPTION_TOO_LONG', { description: 'x'.repeat(1001) }],
    ['REPORT_NOT_TEXT', { title: 'a\0' }],
    ['REPORT_EMAIL_INVALID', { email: 'a' }],
  ])('that breaks a rule is refused with %s and leaves nothing', async (code, members) => {
    await expect(feedback.submit(members)).rejects.toEqual(refusal(code));
    expect(await reports()).toEqual([]);
  });

  it('sent concurrently with one key is stored once, and another with that key is refused', async () => {
    const idempotencyKey = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => feedback.submit({ idempotencyKey })));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await reports()).toHaveLength(1);
    await expect(feedback.submit({ idempotencyKey, title: 'b' })).rejects.toEqual(refusal('IDEMPOTENCY_KEY_REUSED'));
    // Each sender has its own keys.
    expect(await feedback.submit({ idempotencyKey, network: hash('elsewhere') })).not.toEqual(outcomes[0]);
  });

  it('may be sent again with its key after a day', async () => {
    const idempotencyKey = randomUUID();
    await feedback.submit({ idempotencyKey });
    await feedback.sql(`UPDATE idempotent_submissions SET created_at = now() - interval '25 hours'`);
    await feedback.submit({ idempotencyKey });
    expect(await reports()).toHaveLength(2);
  });
});

it('a report that arrives while its account is deleted is kept without the account', async () => {
  const person = account();
  const options = feedbackDatabase.options('test', { DATABASE_URL: feedback.database.url });
  const dataSource = await createDataSource(options).initialize();
  const waiting = () => feedback.sql(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
  const outcome = await dataSource.transaction(async (manager) => {
    await lockAccount(manager, person.accountId);
    const sent = allowInTransaction(() => feedback.submit({ email: 'a@example.com' }, person));
    await waitFor(async () => (await waiting()).length > 0, { what: 'the report to wait for the deletion' });
    await noteDeletedAccount(manager, person.accountId);
    return { sent };
  });
  expect(await outcome.sent).toMatchObject({ kind: 'report' });
  expect(await reports()).toMatchObject([{ account_id: null, email: null, title: '保存できない' }]);
  await dataSource.destroy();
});

describe('a like', () => {
  const like = (members: Partial<Submission>, caller = anon as Parameters<FeedbackUnderTest['submit']>[1]) =>
    feedback.submit({ type: 'quick_like', title: 'いいね', description: 'いいね', ...members }, caller);
  const total = async () => {
    const reply = await feedback.client.call(reportAdminMessages.likesTotal, {}, contextOf(account('moderator')));
    return reply.total;
  };

  it('counts once a day for a device, also if sent repeatedly and concurrently', async () => {
    const before = await total();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => like({ device: hash('d') })));
    expect(outcomes.filter((outcome) => outcome.kind === 'like' && outcome.counted)).toHaveLength(1);
    expect(await total()).toBe(before + 1);
    await feedback.sql('UPDATE like_keys SET day = day - 1');
    expect(await like({ device: hash('d') })).toEqual({ kind: 'like', counted: true });
    expect(await total()).toBe(before + 2);
    expect(await reports()).toEqual([]);
  });

  it('counts for two devices behind one address, and not again for a second account on one', async () => {
    const device = hash('one');
    expect(await like({ device })).toMatchObject({ counted: true });
    expect(await like({ device: hash('two') })).toMatchObject({ counted: true });
    expect(await like({ device }, account())).toMatchObject({ counted: false });
    const person = account();
    expect(await like({}, person)).toMatchObject({ counted: true });
    expect(await like({ device: hash('three') }, person)).toMatchObject({ counted: false });
  });
});
