import { randomUUID } from 'node:crypto';
import {
  adminMessages,
  type Caller,
  mailSettingsMessages,
  type ReplyOf,
  type RequestOf,
  siteInternalMessages,
} from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { Outbox } from '@haru/events';
import { HandleMessage, RequestServer } from '@haru/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { DataSource } from 'typeorm';
import { authDatabase } from '../src/database.js';
import { RequestExpiryMails } from '../src/expiry-mails/request-expiry-mails.job.js';
import { makeUnsubscribeToken } from '../src/mail/links/unsubscribe-token.js';
import { EndedSessions } from '../src/sessions/ended-sessions.js';
import { CleanUp } from '../src/maintenance/clean-up.job.js';
import { anon, type AuthUnderTest, contextOf, createTemporaryAccount, startAuthUnderTest } from './auth-under-test.js';

const owners = new Set<string>();
let expiring: ReplyOf<typeof siteInternalMessages.findExpiringSites>['accounts'] = [];
const asked: string[] = [];

@Controller()
class SitesOfTheTest {
  @HandleMessage(siteInternalMessages.findOwnersOfLiveSites)
  async findOwnersOfLiveSites({ accountIds }: RequestOf<typeof siteInternalMessages.findOwnersOfLiveSites>) {
    return { accountIds: accountIds.filter((id) => owners.has(id)) };
  }

  /** A batch has one account. */
  @HandleMessage(siteInternalMessages.findExpiringSites)
  async findExpiringSites({ after = '0' }: RequestOf<typeof siteInternalMessages.findExpiringSites>) {
    asked.push(after);
    const at = Number(after);
    return { accounts: expiring.slice(at, at + 1), next: at + 1 < expiring.length ? String(at + 1) : null };
  }
}

let auth: AuthUnderTest;
let sites: INestMicroservice;
let dataSource: DataSource;

beforeAll(async () => {
  auth = await startAuthUnderTest();
  sites = await NestFactory.createMicroservice<MicroserviceOptions>(
    { module: class SitesModuleOfTheTest {}, controllers: [SitesOfTheTest] },
    {
      strategy: new RequestServer({
        redisUrl: auth.config.REDIS_URL,
        service: 'sites',
        messages: siteInternalMessages,
      }),
      logger: ['fatal', 'error'],
    },
  );
  await sites.listen();
  dataSource = await createDataSource(authDatabase.options('auth-test', auth.config)).initialize();
}, 60_000);
afterAll(async () => {
  await dataSource.destroy();
  await sites.close();
  await auth.close();
});
beforeEach(async () => {
  owners.clear();
  expiring = [];
  asked.length = 0;
  await auth.reset();
  await auth.sql('TRUNCATE expiry_notice_days');
});

const cleanUp = ({ accountDays = 30, timebox = 0, inactivity = 0 } = {}, stop?: AbortSignal) => {
  const sessions = new EndedSessions(auth.client);
  return new CleanUp(dataSource, new Outbox(), auth.client, sessions, accountDays, timebox, inactivity).run(stop);
};
const accounts = async () => (await auth.sql<{ id: string }>('SELECT id FROM users')).map(({ id }) => id).sort();

/** Makes a temporary account whose session was last used, and which was last seen, so many days ago. */
async function account({ refreshed, seen }: { refreshed: number; seen: number }): Promise<string> {
  const { user } = await createTemporaryAccount(auth);
  await auth.sql("UPDATE sessions SET refreshed_at = now() - $2 * interval '1 day' WHERE user_id = $1", [
    user.id,
    refreshed,
  ]);
  await auth.sql("UPDATE users SET last_active_at = now() - $2 * interval '1 day' WHERE id = $1", [user.id, seen]);
  return user.id;
}

describe('the clean-up', () => {
  it('removes temporary accounts without live site and session for 30 days, and publishes an event for sites-service', async () => {
    const idle = await account({ refreshed: 31, seen: 31 });
    const withSession = await account({ refreshed: 29, seen: 31 });
    const signedOutLately = await account({ refreshed: 31, seen: 29 });
    const withSite = await account({ refreshed: 31, seen: 31 });
    const registered = await account({ refreshed: 31, seen: 31 });
    owners.add(withSite);
    await auth.sql('UPDATE users SET is_anonymous = false WHERE id = $1', [registered]);

    expect(await cleanUp({}, AbortSignal.abort())).toMatchObject({ accounts: 0 });
    expect(await cleanUp()).toMatchObject({ accounts: 1 });
    expect(await accounts()).toEqual([withSession, signedOutLately, withSite, registered].sort());
    const events = await auth.sql('SELECT name, aggregate_id, consumer FROM outbox ORDER BY consumer');
    expect(events).toEqual(
      ['feedback', 'sites'].map((consumer) => ({ name: 'accountDeleted', aggregate_id: idle, consumer })),
    );
    expect(await cleanUp()).toMatchObject({ accounts: 0 });
  });

  it('two concurrent runs remove an account once', async () => {
    await account({ refreshed: 31, seen: 31 });
    const done = await Promise.all([cleanUp(), cleanUp()]);
    expect(done.map((each) => each.accounts).sort()).toEqual([0, 1]);
    expect(await auth.sql('SELECT DISTINCT event_id FROM outbox')).toHaveLength(1);
  });

  it('removes expired tokens, flows, requests and the like, and keeps live ones', async () => {
    const { user } = await createTemporaryAccount(auth, { idempotencyKey: 'of today' });
    const token = `INSERT INTO one_time_tokens (user_id, slot, kind, address, link_hash, expires_at)
       VALUES ($1, $2, 'recovery', 'a@example.com', $3, now() + $4 * interval '1 minute')`;
    await auth.sql(token, [user.id, 'recovery', Buffer.from('old'), -1]);
    await auth.sql(token, [user.id, 'confirmation', Buffer.from('new'), 1]);
    const flow = `INSERT INTO flow_states (id, user_id, method, code_challenge, code_challenge_method, created_at)
       VALUES ($1, $1, 'recovery', 'x', 's256', now() - $2 * interval '1 minute')`;
    await auth.sql(flow, [randomUUID(), 121]);
    await auth.sql(flow, [randomUUID(), 60]);
    await auth.sql("INSERT INTO account_requests VALUES ($1, $2, now() - interval '25 hours')", [
      Buffer.from('yesterday'),
      user.id,
    ]);
    await auth.sql("INSERT INTO inbox VALUES ($1, 'auth', now() - interval '31 days')", [randomUUID()]);

    expect(await cleanUp()).toEqual({ accounts: 0, sessions: 0, rows: 4 });
    expect(await auth.sql('SELECT slot FROM one_time_tokens')).toEqual([{ slot: 'confirmation' }]);
    expect(await auth.sql('SELECT 1 FROM flow_states')).toHaveLength(1);
    expect(await auth.sql('SELECT 1 FROM account_requests')).toHaveLength(1);
  });

  it('ends expired sessions if a limit is configured, and announces them to the gateways', async () => {
    await account({ refreshed: 2, seen: 0 });
    await createTemporaryAccount(auth);
    expect(await cleanUp()).toMatchObject({ sessions: 0 });
    expect(await cleanUp({ inactivity: 86_400 })).toMatchObject({ sessions: 1 });
    expect(await auth.sql('SELECT 1 FROM sessions')).toHaveLength(1);
  });

  it('ends sessions that were not used for 400 days in any case', async () => {
    for (const refreshed of [399, 401]) owners.add(await account({ refreshed, seen: refreshed }));
    expect(await cleanUp()).toMatchObject({ accounts: 0, sessions: 1 });
    expect(await auth.sql('SELECT 1 FROM sessions')).toHaveLength(1);
  });
});

describe('mails about expiring pages', () => {
  const service: Caller = { role: 'service_role' };
  const noon = new Date('2026-11-22T03:00:00Z');
  const nextDay = new Date('2026-11-23T03:00:00Z');
  const run = async (now = noon) =>
    (await new RequestExpiryMails(dataSource, new Outbox(), auth.client).run(undefined, now)).requested;
  const pagesOf = (accountId: string, total = 1) => ({
    accountId,
    total,
    sites: [{ title: '春のおしらせ', expiresAt: '2026-11-25T03:00:00.000Z' }],
  });
  const requests = () =>
    auth.sql<{ user_id: string; address: string }>(
      `SELECT user_id, address FROM mail_requests WHERE kind = 'notice_expiring_pages' ORDER BY created_at`,
    );
  async function register(confirmed = true): Promise<{ id: string; email: string }> {
    const email = `${randomUUID()}@example.com`;
    const body = { email, email_confirm: confirmed };
    return { id: (await auth.client.call(adminMessages.adminCreateUser, body, contextOf(service))).id, email };
  }

  it('are requested once for each account and day, however often it runs', async () => {
    const [first, second] = [await register(), await register()];
    expiring = [pagesOf(first.id, 3), pagesOf(second.id)];
    const done = await Promise.all([run(), run()]);
    expect(done.reduce((sum, each) => sum + each)).toBe(2);
    const both = [first, second].map(({ id, email }) => ({ user_id: id, address: email }));
    expect(await requests()).toEqual(expect.arrayContaining(both));
    expect(await auth.sql(`SELECT DISTINCT event_id FROM outbox WHERE name = 'mailRequested'`)).toHaveLength(2);
    asked.length = 0;
    expect(await run()).toBe(0);
    expect(asked).toEqual([]);
    expect(await run(nextDay)).toBe(2);
    expect(await requests()).toHaveLength(4);
  });

  it('continue after a run that was interrupted', async () => {
    const [first, second] = [await register(), await register()];
    expiring = [pagesOf(first.id)];
    await run();
    await auth.sql('TRUNCATE expiry_notice_days');
    expiring = [pagesOf(first.id), pagesOf(second.id)];
    expect(await run()).toBe(1);
    expect((await requests()).map(({ user_id }) => user_id)).toEqual([first.id, second.id]);
  });

  it('are only for registered, confirmed accounts that are not banned and want them', async () => {
    const [unconfirmed, banned, unwilling] = [await register(false), await register(), await register()];
    const { user: temporary } = await createTemporaryAccount(auth);
    const ban = { accountId: banned.id, changes: { ban_duration: '1000000h' } };
    await auth.client.call(adminMessages.adminUpdateUser, ban, contextOf(service));
    const token = makeUnsubscribeToken(auth.config.AUTH_REFRESH_TOKEN_SECRET, unwilling.id);
    await auth.client.call(mailSettingsMessages.unsubscribe, { token }, contextOf(anon));
    expiring = [unconfirmed.id, banned.id, unwilling.id, temporary.id].map((id) => pagesOf(id));
    expect(await run()).toBe(0);
    expect(await requests()).toEqual([]);
  });

  it('are not switched off with another token', async () => {
    const { id } = await register();
    const token = makeUnsubscribeToken('another secret', id);
    const refused = auth.client.call(mailSettingsMessages.unsubscribe, { token }, contextOf(anon));
    await expect(refused).rejects.toMatchObject({ code: 'UNSUBSCRIBE_TOKEN_INVALID' });
    expect(await auth.sql('SELECT expiry_mails FROM users')).toEqual([{ expiry_mails: true }]);
  });
});
