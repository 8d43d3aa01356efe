import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountMailRequested, type MailKind, mailKinds } from '@haru/contracts';
import { createDataSource, migrate } from '@haru/database';
import { Outbox } from '@haru/events';
import type { MailJob } from '@haru/mail';
import {
  createSmtp,
  createTestDatabase,
  type SmtpUnderTest,
  spawnTypeScript,
  startProxy,
  startRedis,
  type TestDatabase,
  type TestProcess,
  type TestProxy,
  type TestRedis,
  waitFor,
} from '@haru/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { insertEmailUser, newUser } from '../src/accounts/new-user.js';
import { authDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';
import { makeUnsubscribeToken } from '../src/mail/links/unsubscribe-token.js';
import { accountMail } from '../src/mail/account-mails.js';
import { MailIntervals } from '../src/mail/requests/mail-intervals.js';
import { MailRequests } from '../src/mail/requests/mail-requests.js';
import { type NewMailRequest, requestMail } from '../src/mail/requests/request-mail.js';
import { OneTimeTokens } from '../src/mail/tokens/one-time-tokens.js';
import { anon, contextOf, testEnvironment } from './auth-under-test.js';

const origin = 'http://haru.test:3000';

let database: TestDatabase;
/** The proxy is between the worker and the database. */
let proxy: TestProxy;
let redis: TestRedis;
let dataSource: DataSource;
let smtp: SmtpUnderTest;
let queue: Queue<MailJob>;
let worker: TestProcess;

const startWorker = async (): Promise<TestProcess> => {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  const started = spawnTypeScript(new URL('../src/worker.ts', import.meta.url), {
    env: { ...testEnvironment(url.href, redis.url), SMTP_URL: smtp.url, MAIL_FROM: '貼る <no-reply@haru.test>' },
  });
  await started.waitUntilReady();
  return started;
};

beforeAll(async () => {
  [database, redis, smtp] = await Promise.all([createTestDatabase(), startRedis(), createSmtp()]);
  const options = authDatabase.options('auth-test', { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 4 });
  dataSource = await createDataSource({ ...options, migrations }).initialize();
  await migrate(dataSource);
  proxy = await startProxy(Number(new URL(database.url).port));
  queue = new Queue('mail', { connection: { url: redis.url } });
  worker = await startWorker();
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await queue.close();
  await Promise.all([dataSource.destroy(), smtp.stop(), proxy.stop()]);
  await Promise.all([database.drop(), redis.stop()]);
}, 60_000);
beforeEach(() => smtp.start());
afterEach(async () => {
  await smtp.stop();
  smtp.mails.length = 0;
  smtp.beforeAccepting = () => undefined;
});

async function makeAccount(members: object = {}) {
  const now = new Date();
  const user = newUser({ email: `${randomUUID()}@example.com`, ...members }, now);
  await dataSource.transaction((manager) => insertEmailUser(manager, user, now));
  return { id: user.id, email: user.email ?? '' };
}

/** Requests a mail as the service does. @returns the request's id */
async function ask(mail: NewMailRequest): Promise<string> {
  const requests = new MailRequests(dataSource, new Outbox(), new MailIntervals(0), {
    take: () => Promise.reject(new Error('not asked for by a person')),
  });
  await dataSource.transaction((manager) => requests.request(manager, mail, contextOf(anon)));
  const [row] = await dataSource.query<{ id: string }[]>(
    'SELECT id FROM mail_requests WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
    [mail.userId],
  );
  return row?.id ?? '';
}

async function askForMany(count: number): Promise<string[]> {
  const accounts = await Promise.all(Array.from({ length: count }, () => makeAccount()));
  for (const { id, email } of accounts) await ask({ userId: id, kind: 'confirm_signup', address: email });
  return accounts.map(({ email }) => email).sort();
}

const received = () => smtp.mails.flatMap(({ recipients }) => recipients).sort();
const settled = async (count: number) =>
  waitFor(
    async () => {
      const rows = await dataSource.query<unknown[]>('SELECT FROM mail_requests WHERE outcome IS NULL');
      return rows.length === 0 && smtp.mails.length >= count;
    },
    { timeoutMs: 60_000, everyMs: 100, what: `${count} mails to be sent` },
  );
const outcomeOf = async (id: string) => {
  const rows = await dataSource.query<{ outcome: string | null }[]>('SELECT outcome FROM mail_requests WHERE id = $1', [
    id,
  ]);
  return rows[0]?.outcome;
};

const links: Partial<Record<MailKind, RegExp>> = {
  confirm_signup: /^http:\/\/haru\.test:3000\/auth\/confirm\?token=[0-9a-f]{64}&type=signup$/,
  invite: /^http:\/\/haru\.test:3000\/auth\/v1\/verify\?token=[0-9a-f]{64}&type=invite&redirect_to=/,
  recovery: /^http:\/\/haru\.test:3000\/auth\/reset-password\?token=[0-9a-f]{64}&type=recovery$/,
  magic_link: /^http:\/\/haru\.test:3000\/auth\/v1\/verify\?token=[0-9a-f]{64}&type=magiclink&redirect_to=/,
  email_change_current: /\/auth\/v1\/verify\?token=[0-9a-f]{64}&type=email_change&redirect_to=/,
  email_change_new: /\/auth\/v1\/verify\?token=[0-9a-f]{64}&type=email_change&redirect_to=/,
};

/** The other one is about pages, and has a test of its own. */
const accountMailKinds = mailKinds.filter((kind) => kind !== 'notice_expiring_pages');

describe('a mail about expiring pages', () => {
  const makeNotice = async (members: object = {}) => {
    const { id, email } = await makeAccount({ emailConfirmedAt: new Date(), ...members });
    return dataSource.transaction(async (manager) => {
      const mailRequestId = randomUUID();
      const sites = [{ title: '<b>春</b>のおしらせ', expiresAt: '2026-11-25T03:00:00.000Z' }];
      const details = { total: 3, sites };
      const mail = { id: mailRequestId, userId: id, kind: 'notice_expiring_pages' as const, address: email, details };
      await requestMail(manager, new Outbox(), mail, contextOf(anon));
      return { id, email, mailRequestId };
    });
  };

  it('names pages, and can be switched off by one POST of the receiving server', async () => {
    const { id, email } = await makeNotice();
    await settled(1);
    const { text = '', html = '', recipients, subject, headerLines = [] } = smtp.mails[0] ?? { recipients: [] };
    expect(recipients).toEqual([email]);
    expect(subject).toBe('Haru：まもなく公開が終わるページがあります（3件）');
    expect(text).toContain('・<b>春</b>のおしらせ（2026年11月25日 12:00まで）\nほか2件');
    expect(html).toContain('・&lt;b&gt;春&lt;/b&gt;のおしらせ');
    expect(text).toContain('http://haru.test:3000/?view=dashboard');
    const { AUTH_REFRESH_TOKEN_SECRET: secret } = testEnvironment('', '');
    const address = `http://haru.test:3000/functions/v1/unsubscribe?token=${makeUnsubscribeToken(secret, id)}`;
    expect(text).toContain(`停止する：\n${address}`);
    expect(html).toContain(`href="${address}"`);
    const lineOf = (name: string) => headerLines.find(({ key }) => key === name)?.line;
    expect(lineOf('list-unsubscribe')).toBe(`List-Unsubscribe: <${address}>`);
    expect(lineOf('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it('is not sent once it is switched off', async () => {
    const { mailRequestId } = await makeNotice({ expiryMails: false });
    await settled(0);
    expect(await outcomeOf(mailRequestId)).toBe('void');
    expect(smtp.mails).toEqual([]);
  });
});

describe('a mail', () => {
  it.each(accountMailKinds)('%s says the same in text and HTML', async (kind) => {
    const newEmail = `new.${randomUUID()}@example.com`;
    const { id, email } = await makeAccount({ newEmail });
    const address = kind === 'email_change_new' ? newEmail : email;
    const written = accountMail(kind);
    const { path, exampleDetails: details } = 'token' in written ? {} : written;
    const request = await ask({ userId: id, kind, address, details });
    await settled(1);
    const [mail] = smtp.mails;
    const { text = '', html = '', recipients, subject = '', messageId, headers = [] } = mail ?? { recipients: [] };
    expect(recipients).toEqual([address]);
    expect(subject).toMatch(/Haru/);
    expect(messageId).toBe(`<${request}@haru.test>`);
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(mail?.from).toMatchObject({ name: '貼る', address: 'no-reply@haru.test' });

    const link = /https?:\/\/\S+/.exec(text)?.[0];
    const expected = links[kind];
    if (path !== undefined) expect(link).toBe(`${origin}${path}`);
    else if (expected) expect(link).toMatch(expected);
    else expect(link).toBeUndefined();
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    expect(hrefs).toEqual(link === undefined ? [] : [link, link]);
    const code = /確認コード：(\d{6})/.exec(text)?.[1];
    expect(code !== undefined).toBe(!kind.startsWith('notice_'));
    if (code !== undefined) expect(html).toContain(`>${code}<`);
    expect([text.includes('10回間違えると'), text.includes('リンクはその間も使えます')]).toEqual([
      code !== undefined,
      expected !== undefined,
    ]);
    expect(html).not.toMatch(/<img|<script|url\(|src=/);
    expect(`${text}${html}`).not.toMatch(/undefined|null|NaN/);

    const job = await queue.getJob(request);
    expect(job?.data).toEqual({ mailRequestId: request });
    expect(await outcomeOf(request)).toBe('sent');
  });

  it('is sent for another service, to a confirmed address', async () => {
    const confirmed = await makeAccount({ emailConfirmedAt: new Date() });
    const unconfirmed = await makeAccount();
    const payload = { kind: 'notice_expiring_pages' as const, details: { total: 2, sites: [] } };
    await dataSource.transaction(async (manager) => {
      for (const { id: accountId } of [unconfirmed, confirmed]) {
        const options = { aggregateId: accountId, context: contextOf(anon) };
        await new Outbox().publish(manager, accountMailRequested, { ...payload, accountId }, options);
      }
    });
    await settled(1);
    expect(received()).toEqual([confirmed.email]);
    expect(smtp.mails[0]?.text).toContain('ほか2件');
  });

  it('has a link whose token works when the mail arrives', async () => {
    const { id, email } = await makeAccount();
    const tokens = new OneTimeTokens(testEnvironment('', '').AUTH_REFRESH_TOKEN_SECRET);
    let found: Promise<unknown> = Promise.resolve();
    smtp.beforeAccepting = ({ text = '' }) => {
      const token = /token=([0-9a-f]{64})/.exec(text)?.[1] ?? '';
      found = tokens.findByLink(dataSource.manager, token, ['signup']);
    };
    await ask({ userId: id, kind: 'confirm_signup', address: email });
    await settled(1);
    expect(await found).toMatchObject({ userId: id });
  });

  it('escapes metadata in headers and markup', async () => {
    const redirectTo = `${origin}/?a="><script>alert(1)</script>&b=\r\nBcc: victim@example.com`;
    const { id, email } = await makeAccount({ emailConfirmedAt: new Date() });
    await ask({ userId: id, kind: 'magic_link', address: email, redirectTo });
    await settled(1);
    expect(received()).toEqual([email]);
    expect(smtp.mails[0]?.html).not.toContain('<script>');
    expect(smtp.mails[0]?.headers?.map(({ key }) => key)).not.toContain('bcc');
    expect(smtp.mails[0]?.source).not.toMatch(/^Bcc:/im);
  });

  it('is not sent if there is no account, or nothing to confirm', async () => {
    const unknown = await ask({ userId: randomUUID(), kind: 'recovery', address: 'unknown@example.com' });
    const { id, email } = await makeAccount({ emailConfirmedAt: new Date() });
    const late = await ask({ userId: id, kind: 'confirm_signup', address: email });
    await settled(0);
    expect([await outcomeOf(unknown), await outcomeOf(late)]).toEqual(['void', 'void']);
    expect(smtp.mails).toEqual([]);
  });

  it('is not retried after a permanent refusal', async () => {
    const { id, email } = await makeAccount();
    smtp.refused.add(email);
    const request = await ask({ userId: id, kind: 'confirm_signup', address: email });
    await waitFor(async () => (await queue.getJobState(request)) === 'failed');
    expect(await outcomeOf(request)).toBe('refused');
    expect((await queue.getJob(request))?.attemptsMade).toBe(1);
  });
});

describe('each mail arrives', () => {
  it('once, after the mail server was unavailable', async () => {
    await smtp.stop();
    const addresses = await askForMany(12);
    // The waiting mails are counted.
    await waitFor(async () => (await queue.getDelayedCount()) === addresses.length);
    await smtp.start();
    await settled(addresses.length);
    expect(received()).toEqual(addresses);
  }, 90_000);

  it('once, after Redis was emptied while mails waited there', async () => {
    await smtp.stop();
    const addresses = await askForMany(8);
    await waitFor(async () => (await queue.getDelayedCount()) === addresses.length);
    const connection = new Redis(redis.url);
    await connection.flushall();
    connection.disconnect();
    await smtp.start();
    await settled(addresses.length);
    expect(received()).toEqual(addresses);
  }, 90_000);

  it('once each, with working links, where two of a kind waited', async () => {
    await smtp.stop();
    const { id, email } = await makeAccount({ emailConfirmedAt: new Date() });
    const requests = [
      await ask({ userId: id, kind: 'recovery', address: email }),
      await ask({ userId: id, kind: 'recovery', address: email }),
    ];
    await waitFor(async () => (await queue.getDelayedCount()) === 2);
    await smtp.start();
    await settled(2);
    const tokens = smtp.mails.map(({ text = '' }) => /token=([0-9a-f]{64})/.exec(text)?.[1]);
    expect(tokens[0]).toBeDefined();
    expect(new Set(tokens).size).toBe(1);
    expect(smtp.mails.map(({ messageId }) => messageId).sort()).toEqual(
      requests.map((request) => `<${request}@haru.test>`).sort(),
    );
  }, 90_000);

  it('once, where the database is lost between the acceptance by the mail server and the mark', async () => {
    const { id, email } = await makeAccount();
    smtp.beforeAccepting = async () => {
      smtp.beforeAccepting = () => undefined;
      await proxy.stop();
    };
    const request = await ask({ userId: id, kind: 'recovery', address: email });
    await waitFor(() => smtp.mails.length > 0, { what: 'the mail' });
    proxy = await startProxy(Number(new URL(database.url).port), proxy.port);
    await settled(1);
    expect(await outcomeOf(request)).toBe('sent');
    await waitFor(async () => (await queue.getJob(request))?.finishedOn !== undefined, { what: 'the job to end' });
    expect(received()).toEqual([email]);
  });

  it('at most twice, the same both times, when the worker is killed between sending and marking', async () => {
    smtp.beforeAccepting = () => {
      smtp.beforeAccepting = () => undefined;
      worker.kill('SIGKILL');
    };
    const { id, email } = await makeAccount();
    const request = await ask({ userId: id, kind: 'confirm_signup', address: email });
    await worker.exited;
    expect(await outcomeOf(request)).toBeNull();
    worker = await startWorker();
    await settled(2);
    expect(received()).toEqual([email, email]);
    const [first, second] = smtp.mails;
    expect(second?.text).toBe(first?.text);
    expect(second?.messageId).toBe(first?.messageId);
  }, 90_000);
});
