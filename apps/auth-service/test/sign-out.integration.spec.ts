import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type SessionAnswer, sessionMessages, type SignOutScope } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import {
  type AuthUnderTest,
  anon,
  callerOf,
  contextOf,
  createTemporaryAccount,
  refresh,
  startAuthUnderTest,
} from './auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuthUnderTest();
});
beforeEach(() => auth.reset());
afterAll(() => auth.close());

const signOut = (session: SessionAnswer, scope: SignOutScope) =>
  auth.client.call(sessionMessages.signOut, { scope }, contextOf(callerOf(session)));

const sessionIdOf = (session: SessionAnswer) => callerOf(session).sessionId;

const liveSessions = async () =>
  (await auth.sql<{ id: string }>('SELECT id FROM sessions')).map(({ id }) => id).toSorted();

/** Opens two sessions of one account, and one of another. */
async function threeSessions() {
  const here = await createTemporaryAccount(auth, { idempotencyKey: 'mine' });
  const there = await createTemporaryAccount(auth, { idempotencyKey: 'mine' });
  const other = await createTemporaryAccount(auth);
  return { here, there, other };
}

describe('signOut', () => {
  it.each([
    ['global', ['here', 'there']],
    ['local', ['here']],
    ['others', ['there']],
  ] as const)('with scope %s ends %j, announces them to the gateways, and keeps the rest', async (scope, ending) => {
    const sessions = await threeSessions();
    const ended = ending.map((name) => sessionIdOf(sessions[name])).toSorted();
    const left = Object.values(sessions)
      .map(sessionIdOf)
      .filter((id) => !ended.includes(id))
      .toSorted();

    await expect(signOut(sessions.here, scope)).resolves.toEqual({});

    expect(await liveSessions()).toEqual(left);
    await waitFor(() => auth.endedSessions.length >= ended.length, { what: 'the news of the ended sessions' });
    expect(auth.endedSessions.toSorted()).toEqual(ended);
    for (const session of Object.values(sessions)) {
      const refreshed = refresh(auth, session.refresh_token);
      if (left.includes(sessionIdOf(session))) await expect(refreshed).resolves.toMatchObject({ token_type: 'bearer' });
      else await expect(refreshed).rejects.toMatchObject({ code: 'refresh_token_not_found' });
    }
  });

  it('ends a session once', async () => {
    const { here } = await threeSessions();
    await signOut(here, 'local');
    for (const scope of ['local', 'others', 'global'] as const) {
      await expect(signOut(here, scope)).rejects.toMatchObject({ code: 'session_not_found' });
    }
    expect(await liveSessions()).toHaveLength(2);
  });

  it('answers concurrent global sign-outs of all devices of an account', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 12 }, () => createTemporaryAccount(auth, { idempotencyKey: 'mine' })),
    );
    const results = await Promise.allSettled(sessions.map((session) => signOut(session, 'global')));
    const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => String(reason));
    expect(refusals.filter((reason) => !reason.includes('session_not_found'))).toEqual([]);
    expect(refusals.length).toBeLessThan(sessions.length);
    expect(await liveSessions()).toEqual([]);
  });

  it('lets a banned account sign out', async () => {
    const { here } = await threeSessions();
    await auth.sql(`UPDATE users SET banned_until = now() + interval '1 hour'`);
    await expect(signOut(here, 'local')).resolves.toEqual({});
  });

  it('refuses deleted accounts, and callers without an account', async () => {
    const { here } = await threeSessions();
    await auth.sql('DELETE FROM users');
    await expect(signOut(here, 'global')).rejects.toMatchObject({ code: 'user_not_found' });
    const visitor = auth.client.call(sessionMessages.signOut, { scope: 'global' }, contextOf(anon));
    await expect(visitor).rejects.toMatchObject({ code: 'no_authorization' });
  });
});

const iPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  network: '198.51.100.0/24',
};
const list = async (session: SessionAnswer) =>
  (await auth.client.call(sessionMessages.listSessions, {}, contextOf(callerOf(session)))).sessions;
const end = (session: SessionAnswer, sessionId: string) =>
  auth.client.call(sessionMessages.endSession, { sessionId }, contextOf(callerOf(session)));

describe('listSessions', () => {
  it('has the devices of the account, the caller’s own first, then those used last', async () => {
    const { here, there } = await threeSessions();
    const phone = await createTemporaryAccount(auth, { idempotencyKey: 'mine' }, iPhone);
    await auth.sql(`UPDATE sessions SET refreshed_at = now() - interval '1 day' WHERE id = $1`, [sessionIdOf(phone)]);
    const unknown = { browser: null, system: null, network: null };
    const time = expect.stringMatching(/Z$/);
    expect(await list(here)).toEqual([
      { id: sessionIdOf(here), isCurrent: true, ...unknown, createdAt: time, lastUsedAt: time },
      { id: sessionIdOf(there), isCurrent: false, ...unknown, createdAt: time, lastUsedAt: time },
      {
        id: sessionIdOf(phone),
        isCurrent: false,
        browser: 'Safari',
        system: 'iPhone',
        network: '198.51.100.0/24',
        createdAt: time,
        lastUsedAt: time,
      },
    ]);
  });

  it('follows the device to another network when it refreshes, and forgets nothing without it', async () => {
    const phone = await createTemporaryAccount(auth, {}, iPhone);
    const next = await refresh(auth, phone.refresh_token, { ...iPhone, network: '2001:db8:1::/48' });
    expect(await list(phone)).toMatchObject([{ browser: 'Safari', network: '2001:db8:1::/48' }]);
    await refresh(auth, next.refresh_token);
    expect(await list(phone)).toMatchObject([{ browser: 'Safari', network: '2001:db8:1::/48' }]);
  });
});

describe('endSession', () => {
  it('ends that session alone and announces it, once', async () => {
    const { here, there, other } = await threeSessions();
    await expect(end(here, sessionIdOf(there))).resolves.toEqual({});
    expect(await liveSessions()).toEqual([sessionIdOf(here), sessionIdOf(other)].toSorted());
    await waitFor(() => auth.endedSessions.length > 0, { what: 'the news of the ended session' });
    expect(auth.endedSessions).toEqual([sessionIdOf(there)]);
    await expect(refresh(auth, there.refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' });
    await expect(end(here, sessionIdOf(there))).resolves.toEqual({});
  });

  it('leaves those of other accounts', async () => {
    const { here, other } = await threeSessions();
    await end(here, sessionIdOf(other));
    await end(here, randomUUID());
    expect(await liveSessions()).toHaveLength(3);
    const visitor = auth.client.call(sessionMessages.endSession, { sessionId: sessionIdOf(other) }, contextOf(anon));
    await expect(visitor).rejects.toMatchObject({ code: 'no_authorization' });
  });
});
