import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mailSettingsAnswerSchema } from '@haru/contracts';
import { query, waitFor } from '@haru/testing';
import type { SupabaseClient } from '@supabase/supabase-js';
import { newAddress, ok, password, type People, type Registered, refused, startPeople } from './people.js';

let people: People;

beforeAll(async () => {
  people = await startPeople({ AUTH_REFRESH_REUSE_INTERVAL: '0' });
}, 90_000);
afterAll(() => people.close(), 60_000);

const post = (path: string, json: unknown, token?: string) => people.call(path, { method: 'POST', json, token });
const refresh = (refresh_token: string) => post('/auth/v1/token?grant_type=refresh_token', { refresh_token });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
async function signedOut(client: SupabaseClient, scope: 'global' | 'local' | 'others'): Promise<void> {
  expect(await client.auth.signOut({ scope })).toEqual({ error: null });
}
const signIn = async ({ email }: Pick<Registered, 'email'>, pass = password) => {
  const client = people.client();
  const { session } = await ok(client.auth.signInWithPassword({ email, password: pass }));
  return { client, token: session?.access_token ?? '', refreshToken: session?.refresh_token ?? '' };
};

describe('recovery', () => {
  it('mails a link that opens a session; the new password ends the others and voids every mail', async () => {
    const person = await people.register();
    const elsewhere = await signIn(person);
    const { auth } = people.client();
    await ok(auth.resetPasswordForEmail(person.email));
    const recovery = await people.mailbox.to(person.email, 2);
    expect(recovery.link).toContain(`${people.origin}/auth/reset-password?token=`);
    await ok(people.client().auth.resetPasswordForEmail(person.email));
    const unused = await people.mailbox.to(person.email, 3);
    await refused(auth.verifyOtp({ type: 'recovery', token_hash: recovery.token }), 403, 'otp_expired');
    await ok(auth.verifyOtp({ type: 'recovery', token_hash: unused.token }));

    await ok(people.client().auth.resetPasswordForEmail(person.email));
    const pending = await people.mailbox.to(person.email, 4);
    await ok(auth.updateUser({ password: 'brand new one' }));
    await refused(people.client().auth.verifyOtp({ type: 'recovery', token_hash: pending.token }), 403, 'otp_expired');
    expect(await codeOf(await refresh(elsewhere.refreshToken))).toBe('refresh_token_not_found');
    expect((await people.call('/auth/v1/user', { token: elsewhere.token })).status).toBe(403);
    await ok(auth.getUser());
    await refused(
      people.client().auth.signInWithPassword({ email: person.email, password }),
      400,
      'invalid_credentials',
    );
    await signIn(person, 'brand new one');
    expect((await people.mailbox.to(person.email, 5)).subject).toContain('パスワード');
  });

  it('says the same of an unknown address, and sends nothing', async () => {
    const email = newAddress();
    const { auth } = people.client();
    const answers = await Promise.all(
      [email, (await people.register()).email].map(async (each) => {
        const answer = await post('/auth/v1/recover', { email: each });
        return { status: answer.status, body: await answer.text() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual({ status: 200, body: '{}' });
    await ok(auth.resend({ type: 'signup', email }));
    await waitFor(async () => (await query(people.authDatabaseUrl, 'SELECT 1 FROM outbox')).length === 0);
    expect(people.mailbox.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it('and resending refuse what is no address or type', async () => {
    const { auth } = people.client();
    await refused(auth.resetPasswordForEmail('nobody'), 400, 'validation_failed');
    await refused(auth.resetPasswordForEmail(''), 400, 'validation_failed');
    expect(await codeOf(await post('/auth/v1/recover', { email: 7 }))).toBe('validation_failed');
    expect(await codeOf(await post('/auth/v1/resend', { type: 'recovery', email: newAddress() }))).toBe(
      'validation_failed',
    );
    expect(await codeOf(await post('/auth/v1/resend', { type: 'signup' }))).toBe('validation_failed');
    await refused(auth.resend({ type: 'signup', email: 'nobody' }), 400, 'validation_failed');
  });
});

describe('changing the account', () => {
  it('merges metadata', async () => {
    const { client } = await people.register();
    await ok(client.auth.updateUser({ data: { a: 1, b: 2 } }));
    const { user } = await ok(client.auth.updateUser({ data: { b: null, c: 3 } }));
    expect(user.user_metadata).toMatchObject({ a: 1, c: 3 });
    expect(user.user_metadata).not.toHaveProperty('b');
  });

  it('moves to another address once both sides have confirmed, and tells the old one', async () => {
    const person = await people.register();
    const email = newAddress();
    const { user } = await ok(person.client.auth.updateUser({ email }));
    expect(user).toMatchObject({ email: person.email, new_email: email });
    const [current, next] = await Promise.all([people.mailbox.to(person.email, 2), people.mailbox.to(email)]);
    const { auth } = people.client();
    const half = await ok(auth.verifyOtp({ type: 'email_change', token_hash: current.token }));
    expect(half).toEqual({ user: null, session: null });
    await signIn(person);
    const moved = await ok(auth.verifyOtp({ type: 'email_change', token_hash: next.token }));
    expect(moved.user).toMatchObject({ id: person.id, email });
    expect(moved.user).not.toHaveProperty('new_email');
    expect(moved.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
    await signIn({ email });
    await refused(
      people.client().auth.signInWithPassword({ email: person.email, password }),
      400,
      'invalid_credentials',
    );
    expect((await people.mailbox.to(person.email, 3)).link).not.toContain('token=');
  });

  it('counts wrong codes on, whatever address is asked for next', async () => {
    const person = await people.register();
    const { auth } = people.client();
    const guess = (token: string) => auth.verifyOtp({ type: 'email_change', email: person.email, token });
    await ok(person.client.auth.updateUser({ email: newAddress() }));
    const first = await people.mailbox.to(person.email, 2);
    const wrong = first.code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 10; count++) await refused(guess(wrong), 403, 'otp_expired');
    await ok(person.client.auth.updateUser({ email: newAddress() }));
    const second = await people.mailbox.to(person.email, 3);
    await refused(auth.verifyOtp({ type: 'email_change', token_hash: first.token }), 403, 'otp_expired');
    await refused(guess(second.code), 403, 'otp_expired');
    await ok(auth.verifyOtp({ type: 'email_change', token_hash: second.token }));
  });

  it('refuses what will not do', async () => {
    const [person, other] = [await people.register(), await people.register()];
    const { auth } = person.client;
    await refused(auth.updateUser({ email: 'nobody' }), 400, 'validation_failed');
    await refused(auth.updateUser({ email: other.email }), 422, 'email_exists');
    await refused(auth.updateUser({ password: '12345' }), 422, 'weak_password');
    await refused(auth.updateUser({ password }), 422, 'same_password');
    const appMetadata = await people.call('/auth/v1/user', {
      method: 'PUT',
      json: { app_metadata: { role: 'admin' } },
      token: person.token,
    });
    expect({ status: appMetadata.status, code: await codeOf(appMetadata) }).toEqual({ status: 403, code: 'not_admin' });
    expect((await people.call('/auth/v1/user', { method: 'PUT', json: { data: {} } })).status).toBe(403);
  });

  it('a code for changing the password is mailed to who has an address', async () => {
    const person = await people.register();
    await ok(person.client.auth.reauthenticate());
    expect((await people.mailbox.to(person.email, 2)).code).toMatch(/^\d{6}$/);
    const temporary = people.client();
    await ok(temporary.auth.signInAnonymously());
    await refused(temporary.auth.reauthenticate(), 400, 'validation_failed');
    expect((await people.call('/auth/v1/reauthenticate', { headers: { authorization: '' } })).status).toBe(401);
    expect((await people.call('/auth/v1/reauthenticate', { token: 'a.b.c' })).status).toBe(403);
  });

  it('identities can be seen, and not unlinked where that is off', async () => {
    const { client, token } = await people.register();
    const { identities } = await ok(client.auth.getUserIdentities());
    expect(identities).toHaveLength(1);
    const identity = identities[0];
    if (identity) await refused(client.auth.unlinkIdentity(identity), 404, 'manual_linking_disabled');
    const options = { skipBrowserRedirect: true };
    await refused(client.auth.linkIdentity({ provider: 'github', options }), 404, 'manual_linking_disabled');
    await refused(client.auth.linkIdentity({ provider: 'google', token: 'x' }), 404, 'manual_linking_disabled');
    const odd = await people.call('/auth/v1/user/identities/odd', { method: 'DELETE', token });
    expect(odd.status).toBe(404);
  });
});

describe('signing out', () => {
  it('here, elsewhere, everywhere: the others live on or end within a second', async () => {
    const person = await people.register();
    const [second, third] = [await signIn(person), await signIn(person)];
    await signedOut(person.client, 'others');
    expect((await people.call('/auth/v1/user', { token: second.token })).status).toBe(403);
    expect(await codeOf(await refresh(third.refreshToken))).toBe('refresh_token_not_found');
    const fourth = await signIn(person);
    await signedOut(person.client, 'local');
    expect((await people.call('/auth/v1/user', { token: person.token })).status).toBe(403);
    await ok(fourth.client.auth.getUser());
    await signedOut(fourth.client, 'global');
    expect(await codeOf(await people.call('/auth/v1/user', { token: fourth.token }))).toBe('session_not_found');
    expect((await post('/auth/v1/logout', {}, fourth.token)).status).toBe(403);
    expect((await people.call('/auth/v1/logout', { method: 'POST', headers: { authorization: '' } })).status).toBe(401);
  });
});

describe('a stolen refresh token', () => {
  it('ends that session for thief and owner, leaves the others, and the owner is told', async () => {
    const person = await people.register();
    const other = await signIn(person);
    const stolen = person.refreshToken;
    const tokens = [stolen];
    for (let turn = 0; turn < 3; turn++) {
      const answer = (await (await refresh(tokens.at(-1) ?? '')).json()) as { refresh_token: string };
      tokens.push(answer.refresh_token);
    }
    const theft = await refresh(stolen);
    expect({ status: theft.status, code: await codeOf(theft) }).toEqual({
      status: 400,
      code: 'refresh_token_already_used',
    });
    expect(await codeOf(await refresh(tokens.at(-1) ?? ''))).toBe('refresh_token_not_found');
    expect((await people.call('/auth/v1/user', { token: person.token })).status).toBe(403);
    await ok(other.client.auth.getUser());
    const notice = await people.mailbox.to(person.email, 2);
    expect(notice.link).not.toContain('token=');
  });

  it('is not what parallel refreshes are: all succeed and agree', async () => {
    const { refreshToken } = await people.register();
    const answers = await Promise.all(Array.from({ length: 16 }, () => refresh(refreshToken)));
    const next = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { refresh_token: string }).refresh_token),
    );
    expect(new Set(next).size).toBe(1);
    expect(next[0]).toHaveLength(72);
  });
});

describe('deleting the account', () => {
  it('deletes all of it immediately, and no other account that the body names', async () => {
    const [person, other] = [await people.register(), await people.register()];
    const answer = await post('/functions/v1/delete-account', { user_id: other.id }, person.token);
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { success: true } });
    expect(await codeOf(await people.call('/auth/v1/user', { token: person.token }))).toBe('user_not_found');
    expect((await people.publish('<h1>late</h1>', person.token)).status).toBe(401);
    expect(await codeOf(await refresh(person.refreshToken))).toBe('refresh_token_not_found');
    const { auth } = people.client();
    await refused(auth.signInWithPassword({ email: person.email, password }), 400, 'invalid_credentials');
    await signIn(other);
    const left = await query(people.authDatabaseUrl, 'SELECT 1 FROM identities WHERE user_id = $1', [person.id]);
    expect(left).toEqual([]);
    await ok(people.client().auth.signUp({ email: person.email, password }));
  });

  it('needs a session', async () => {
    expect((await post('/functions/v1/delete-account', { user_id: randomUUID() })).status).toBe(401);
    expect((await post('/functions/v1/delete-account', {}, 'a.b.c')).status).toBe(401);
    const person = await people.register();
    await signedOut(person.client, 'global');
    expect((await post('/functions/v1/delete-account', {}, person.token)).status).toBe(401);
  });
});

it('settings and health answer, and the rest of the auth API says that it is not there', async () => {
  const settings = await people.call('/auth/v1/settings');
  expect(await settings.json()).toMatchObject({ external: { email: true, phone: false }, mailer_autoconfirm: false });
  expect((await people.call('/auth/v1/health')).status).toBe(200);
  for (const path of ['authorize?provider=github', 'callback', 'admin/audit', 'oauth/token']) {
    expect(await codeOf(await people.call(`/auth/v1/${path}`))).toBe('feature_disabled');
  }
});

describe('mails about expiring pages', () => {
  const settings = (token: string, json?: object) =>
    people.call('/functions/v1/mail-settings', { token, ...(json ? { method: 'POST', json } : {}) });
  const wanted = async (token: string) => {
    const answer = await settings(token);
    return mailSettingsAnswerSchema.parse(await answer.json()).mail_settings.expiry_mails;
  };
  /** A mailbox sends it so, without a key. */
  const post = (token: string, headers: Record<string, string>, body: string) =>
    fetch(`${people.origin}/functions/v1/unsubscribe?token=${token}`, { method: 'POST', headers, body });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const oneClick = 'List-Unsubscribe=One-Click';

  it('are switched off and on in the settings', async () => {
    const { token } = await people.register();
    expect(await wanted(token)).toBe(true);
    expect(await (await settings(token, { expiry_mails: false })).json()).toEqual({
      success: true,
      mail_settings: { expiry_mails: false },
    });
    expect(await wanted(token)).toBe(false);
    expect((await settings(token, { expiry_mails: 'no' })).status).toBe(400);
    expect((await people.call('/functions/v1/mail-settings')).status).toBe(401);
  });

  it('are refused a switch with a wrong token, and no other route takes a form', async () => {
    const refused = await post('A'.repeat(64), form, oneClick);
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { success: false, code: 'UNSUBSCRIBE_TOKEN_INVALID' },
    });
    expect((await post('A'.repeat(64), form, 'x'.repeat(1_025))).status).toBe(413);
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post('A'.repeat(64), multipart, '--x--')).status).toBe(400);
    const elsewhere = await fetch(`${people.origin}/functions/v1/submit-feedback`, {
      method: 'POST',
      headers: form,
      body: oneClick,
    });
    expect(elsewhere.status).toBe(415);
  });

  it('stay on when a program follows the link, which leads to the screen', async () => {
    const answer = await fetch(`${people.origin}/functions/v1/unsubscribe?token=abc`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${people.origin}/unsubscribe#abc`);
  });
});
