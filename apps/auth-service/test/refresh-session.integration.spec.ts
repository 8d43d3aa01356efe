import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SessionAnswer } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import type { Client } from 'pg';
import {
  type AuthUnderTest,
  callerOf,
  claimsOf,
  createTemporaryAccount,
  getUser,
  refresh,
  startAuthUnderTest,
  verifyAccessToken,
} from './auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuthUnderTest();
});
beforeEach(() => auth.reset());
afterAll(() => auth.close());

/** Moves the last refresh into the past. */
const age = (seconds: number) =>
  auth.sql(`UPDATE sessions SET refreshed_at = refreshed_at - make_interval(secs => $1)`, [seconds]);

/** Returns a session and all its tokens, oldest first. */
async function refreshedTimes(times: number): Promise<SessionAnswer[]> {
  const answers = [await createTemporaryAccount(auth)];
  for (let done = 0; done < times; done += 1) answers.push(await refresh(auth, answers.at(-1)?.refresh_token ?? ''));
  return answers;
}

const tokenOf = (answers: SessionAnswer[], index: number): string => answers.at(index)?.refresh_token ?? '';

describe('refreshSession', () => {
  it('rotates the token within the same session', async () => {
    const first = await createTemporaryAccount(auth);
    const second = await refresh(auth, first.refresh_token);

    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.user).toEqual(first.user);
    const { payload } = await verifyAccessToken(auth, second);
    expect(payload).toMatchObject({ ...claimsOf(first), iat: expect.any(Number), exp: second.expires_at });
    expect(await auth.sql('SELECT refresh_counter FROM sessions')).toEqual([{ refresh_counter: 1 }]);
  });

  it('reads the claims from the account again', async () => {
    const first = await createTemporaryAccount(auth);
    await auth.sql(`UPDATE users SET is_anonymous = false, email = 'haru@example.com', user_metadata = '{"a":1}'`);
    const second = await refresh(auth, first.refresh_token);
    const changed = { is_anonymous: false, email: 'haru@example.com', user_metadata: { a: 1 } };
    expect(second.user).toMatchObject(changed);
    expect(claimsOf(second)).toMatchObject(changed);
  });

  it('answers concurrent refreshes of one token with the same new token', async () => {
    const { refresh_token: token } = await createTemporaryAccount(auth);
    const answers = await Promise.all(Array.from({ length: 40 }, () => refresh(auth, token)));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    expect(await auth.sql('SELECT refresh_counter FROM sessions')).toEqual([{ refresh_counter: 1 }]);
    await expect(refresh(auth, tokenOf(answers, 0))).resolves.toMatchObject({ token_type: 'bearer' });
  });

  it('gives the active token again for its direct parent, however late', async () => {
    const answers = await refreshedTimes(2);
    await age(1_000_000);
    const again = await refresh(auth, tokenOf(answers, -2));
    expect(again.refresh_token).toBe(tokenOf(answers, -1));
    await expect(getUser(auth, again)).resolves.toMatchObject({ id: again.user.id });
  });

  it('gives the active token for an older one within the reuse interval', async () => {
    const answers = await refreshedTimes(3);
    await age(5);
    expect((await refresh(auth, tokenOf(answers, 0))).refresh_token).toBe(tokenOf(answers, -1));
  });

  it('ends the session when an older token is used later, and announces it to the gateways', async () => {
    const bystander = await createTemporaryAccount(auth);
    const answers = await refreshedTimes(3);
    const [stolen] = answers;
    if (stolen === undefined) throw new Error('a session has a first answer');
    await age(11);

    await expect(refresh(auth, stolen.refresh_token)).rejects.toMatchObject({ code: 'refresh_token_already_used' });

    await waitFor(() => auth.endedSessions.length > 0, { what: 'the news of the ended session' });
    expect(auth.endedSessions).toEqual([callerOf(stolen).sessionId]);
    for (const { refresh_token } of answers) {
      await expect(refresh(auth, refresh_token)).rejects.toMatchObject({ code: 'refresh_token_not_found' });
    }
    await expect(getUser(auth, stolen)).rejects.toMatchObject({ code: 'session_not_found' });
    await expect(getUser(auth, bystander)).resolves.toMatchObject({ id: bystander.user.id });
  });

  it('leaves the account’s other sessions alone when one ends', async () => {
    const other = await createTemporaryAccount(auth, { idempotencyKey: 'k' });
    const first = await createTemporaryAccount(auth, { idempotencyKey: 'k' });
    const second = await refresh(auth, first.refresh_token);
    await refresh(auth, second.refresh_token);
    await age(11);
    await expect(refresh(auth, first.refresh_token)).rejects.toMatchObject({ code: 'refresh_token_already_used' });
    await expect(refresh(auth, other.refresh_token)).resolves.toMatchObject({ user: { id: first.user.id } });
  });

  it('refuses a token that is ahead of the session, and keeps the session', async () => {
    const answers = await refreshedTimes(2);
    await auth.sql('UPDATE sessions SET refresh_counter = 0');
    await expect(refresh(auth, tokenOf(answers, 2))).rejects.toMatchObject({ code: 'refresh_token_not_found' });
    await expect(refresh(auth, tokenOf(answers, 0))).resolves.toMatchObject({ token_type: 'bearer' });
  });

  it.each([
    ['empty', ''],
    ['too short', 'abcdefghijk'],
    ['of other characters', 'not a refresh token'],
    ['full of NUL', '\0'.repeat(72)],
  ])('refuses a token that is %s as malformed', async (_what, token) => {
    await expect(refresh(auth, token)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['forged', 'A'.repeat(72)],
    ['of another server', 'abcdefghijkl'],
    ['huge', 'A'.repeat(500_000)],
  ])('refuses a token that is %s as unknown', async (_what, token) => {
    await expect(refresh(auth, token)).rejects.toMatchObject({ code: 'refresh_token_not_found' });
  });

  it.each([
    ['banned', `UPDATE users SET banned_until = now() + interval '1 hour'`, 'user_banned'],
    ['deleted softly', 'UPDATE users SET deleted_at = now()', 'refresh_token_not_found'],
    ['deleted', 'DELETE FROM users', 'refresh_token_not_found'],
  ])('refuses an account that is %s', async (_what, change, code) => {
    const { refresh_token: token } = await createTemporaryAccount(auth);
    await auth.sql(change);
    await expect(refresh(auth, token)).rejects.toMatchObject({ code });
  });
});

describe('refreshSession while another transaction locks the session', () => {
  let holder: Client;
  beforeEach(async () => {
    holder = await auth.connectToDatabase();
    await holder.query('BEGIN');
  });
  afterEach(() => holder.end());

  it('decides by the session’s state after the wait', async () => {
    const answers = await refreshedTimes(2);
    await auth.sql('UPDATE sessions SET refresh_counter = 0');
    await holder.query('SELECT id FROM sessions FOR UPDATE');
    const refreshed = refresh(auth, tokenOf(answers, 0));
    await auth.untilLockIsAwaited();
    await holder.query('UPDATE sessions SET refresh_counter = 2');
    await holder.query('COMMIT');
    expect((await refreshed).refresh_token).toBe(tokenOf(answers, 2));
  });

  it('answers that the session does not exist if it ended meanwhile', async () => {
    const { refresh_token: token } = await createTemporaryAccount(auth);
    await holder.query('DELETE FROM sessions');
    const refreshed = expect(refresh(auth, token)).rejects.toMatchObject({ code: 'refresh_token_not_found' });
    await auth.untilLockIsAwaited();
    await holder.query('COMMIT');
    await refreshed;
  });

  it('answers conflict after five seconds, and the token stays valid', async () => {
    const { refresh_token: token } = await createTemporaryAccount(auth);
    await holder.query('SELECT id FROM sessions FOR UPDATE');
    await expect(refresh(auth, token)).rejects.toMatchObject({ code: 'conflict' });
    await holder.query('COMMIT');
    await expect(refresh(auth, token)).resolves.toMatchObject({ token_type: 'bearer' });
  });
});
