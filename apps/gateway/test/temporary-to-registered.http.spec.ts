import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { createSiteAnswerSchema, managementLinkAnswerSchema, useManagementLinkAnswerSchema } from '@haru/contracts';
import { query, waitFor } from '@haru/testing';
import { makeManagementLink, openManagementLink } from './management-links.js';
import { newAddress, ok, password, type People, refused, sharedSystem, START_WITHIN_MS } from './people.js';

let people: People;

beforeAll(async () => {
  people = await sharedSystem();
}, START_WITHIN_MS);

/** Makes a temporary account that requests an address. */
async function claim(email: string): Promise<{ client: SupabaseClient; id: string }> {
  const client = people.client();
  const { user } = await ok(client.auth.signInAnonymously());
  const asked = await ok(client.auth.updateUser({ email, password }));
  expect(asked.user).toMatchObject({ id: user?.id, new_email: email, is_anonymous: true });
  expect(asked.user.email).toMatch(/@temp\.invalid$/);
  return { client, id: user?.id ?? '' };
}

const verify = (token_hash: string) => people.client().auth.verifyOtp({ type: 'email_change', token_hash });

describe('a temporary account with an address', () => {
  it('keeps its id and its sites, and is registered once the address is confirmed, however late', async () => {
    const email = newAddress();
    const { client, id } = await claim(email);
    const { session: before } = await ok(client.auth.getSession());
    const published = await people.publish('<h1>mine</h1>', before?.access_token);
    expect(published.status).toBe(200);
    await refused(people.client().auth.signInWithPassword({ email, password }), 400, 'invalid_credentials');
    await ok(client.auth.refreshSession());
    expect((await ok(client.auth.getUser())).user?.is_anonymous).toBe(true);

    const { user, session } = await ok(verify((await people.mailbox.to(email)).token));
    expect(user).toMatchObject({
      id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email_verified: true },
    });
    expect(user).not.toHaveProperty('new_email');
    expect(user?.identities).toHaveLength(1);
    const { claims } = (await ok(client.auth.getClaims(session?.access_token))) ?? {};
    expect(claims).toMatchObject({ sub: id, is_anonymous: false });
    const { session: refreshed } = await ok(client.auth.refreshSession());
    expect(refreshed?.user.is_anonymous).toBe(false);
    const signedIn = await ok(people.client().auth.signInWithPassword({ email, password }));
    expect(signedIn.user.id).toBe(id);
    const { site } = createSiteAnswerSchema.parse(await published.json());
    const rows = await query<{ id: string; user_id: string }>(
      people.sitesDatabaseUrl,
      'SELECT id, user_id FROM sites WHERE id = $1 OR user_id = $2',
      [site.id, id],
    );
    expect(rows).toEqual([{ id: site.id, user_id: id }]);
  });

  it('is registered by the code of the mail too, and a wrong one changes nothing', async () => {
    const email = newAddress();
    const { id } = await claim(email);
    const { code } = await people.mailbox.to(email);
    const wrong = code === '000000' ? '111111' : '000000';
    const { auth } = people.client();
    await refused(auth.verifyOtp({ type: 'email_change', email, token: wrong }), 403, 'otp_expired');
    const { user } = await ok(auth.verifyOtp({ type: 'email_change', email, token: code }));
    expect(user).toMatchObject({ id, email, is_anonymous: false });
  });

  it('has a management link until it is registered', async () => {
    const email = newAddress();
    const { client, id } = await claim(email);
    const token = (await ok(client.auth.getSession())).session?.access_token;
    const secret = await makeManagementLink(people, token);
    const answer = await openManagementLink(people, secret);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { session } = useManagementLinkAnswerSchema.parse(await answer.json());
    expect(session.user.id).toBe(id);
    const read = await people.call('/functions/v1/management-link', { token: session.access_token });
    expect(managementLinkAnswerSchema.parse(await read.json()).management_link).not.toBeNull();

    await ok(verify((await people.mailbox.to(email)).token));
    const refusal = await openManagementLink(people, secret);
    expect({ status: refusal.status, body: await refusal.json() }).toMatchObject({
      status: 403,
      body: { success: false, code: 'MANAGEMENT_LINK_INVALID' },
    });
    const again = await people.call('/functions/v1/management-link', { method: 'POST', token });
    expect({ status: again.status, body: await again.json() }).toMatchObject({
      status: 409,
      body: { code: 'MANAGEMENT_LINK_NOT_ALLOWED' },
    });
  });

  it('revokes its management link', async () => {
    const { access_token: token } = await people.signUp();
    const secret = await makeManagementLink(people, token);
    const revoked = await people.call('/functions/v1/management-link', { method: 'DELETE', token });
    expect(await revoked.json()).toEqual({ success: true });
    expect((await openManagementLink(people, secret)).status).toBe(403);
    const read = await people.call('/functions/v1/management-link', { token });
    expect(await read.json()).toEqual({ success: true, management_link: null });
    expect((await people.call('/functions/v1/management-link')).status).toBe(401);
  });

  it('corrects a mistyped address with the same password', async () => {
    const { client, id } = await claim(newAddress());
    const email = newAddress();
    await ok(client.auth.updateUser({ email, password }));
    await ok(verify((await people.mailbox.to(email)).token));
    expect((await ok(people.client().auth.signInWithPassword({ email, password }))).user.id).toBe(id);
  });

  it('may do what the registered may within a second, with the token of before', async () => {
    const email = newAddress();
    const { client } = await claim(email);
    const { session } = await ok(client.auth.getSession());
    const publishAt = (custom_path: string) =>
      people.call('/functions/v1/create-site', {
        method: 'POST',
        json: { html_content: '<h1>mine</h1>', custom_path },
        token: session?.access_token ?? '',
      });
    expect((await publishAt('not-yet')).status).toBe(403);
    await ok(verify((await people.mailbox.to(email)).token));
    await waitFor(async () => (await publishAt('now-i-may')).status === 200, { timeoutMs: 2_000, everyMs: 100 });
  });

  it('is confirmed once: the link is then used up', async () => {
    const email = newAddress();
    await claim(email);
    const { token } = await people.mailbox.to(email);
    await ok(verify(token));
    await refused(verify(token), 403, 'otp_expired');
  });

  it('too late, after the hour, stays as it was and may ask again', async () => {
    const email = newAddress();
    const { client } = await claim(email);
    const { token } = await people.mailbox.to(email);
    await query(people.authDatabaseUrl, "UPDATE one_time_tokens SET expires_at = now() - interval '1 second'");
    await refused(verify(token), 403, 'otp_expired');
    expect((await ok(client.auth.getUser())).user?.is_anonymous).toBe(true);
    await ok(client.auth.updateUser({ email }));
    await ok(verify((await people.mailbox.to(email, 2)).token));
  });

  it('cannot ask for the address of another account', async () => {
    const { email } = await people.register();
    const client = people.client();
    await ok(client.auth.signInAnonymously());
    await refused(client.auth.updateUser({ email, password }), 422, 'email_exists');
    await refused(client.auth.updateUser({ password }), 422, 'validation_failed');
  });

  it('two claim one address: the first to confirm has it, the other hears why not and may take another', async () => {
    const email = newAddress();
    const [first, second] = [await claim(email), await claim(email)];
    const mails = [await people.mailbox.to(email), await people.mailbox.to(email, 2)];
    const outcomes = await Promise.all(mails.map(({ token }) => verify(token)));
    const winner = outcomes.find(({ error }) => error === null);
    const loser = outcomes.find(({ error }) => error !== null);
    expect([first.id, second.id]).toContain(winner?.data.user?.id);
    expect(loser?.error).toMatchObject({ status: 422, code: 'email_exists' });

    const lost = winner?.data.user?.id === first.id ? second : first;
    const { user } = await ok(lost.client.auth.getUser());
    expect(user).toMatchObject({ id: lost.id, is_anonymous: true });
    expect(user).not.toHaveProperty('new_email');
    const other = newAddress();
    await ok(lost.client.auth.updateUser({ email: other }));
    expect((await ok(verify((await people.mailbox.to(other)).token))).user?.id).toBe(lost.id);
  });

  it('registered by another account meanwhile: the claim is void', async () => {
    const email = newAddress();
    const { client } = await claim(email);
    const { token } = await people.mailbox.to(email);
    await ok(people.client().auth.signUp({ email, password: 'somebody else' }));
    await ok(people.client().auth.verifyOtp({ type: 'signup', token_hash: (await people.mailbox.to(email, 2)).token }));
    await refused(verify(token), 422, 'email_exists');
    expect((await ok(client.auth.getUser())).user?.is_anonymous).toBe(true);
    await ok(people.client().auth.signInWithPassword({ email, password: 'somebody else' }));
  });

  it('an unconfirmed sign-up gives way to the account that confirms the address', async () => {
    const email = newAddress();
    await ok(people.client().auth.signUp({ email, password: 'squatting here' }));
    await people.mailbox.to(email);
    const { id } = await claim(email);
    const { token } = await people.mailbox.to(email, 2);
    expect((await ok(verify(token))).user?.id).toBe(id);
    const { auth } = people.client();
    await refused(auth.signInWithPassword({ email, password: 'squatting here' }), 400, 'invalid_credentials');
    await ok(auth.signInWithPassword({ email, password }));
  });

  it('a link about one address does not confirm the next one asked for', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const { client } = await claim(wrong);
    const { token } = await people.mailbox.to(wrong);
    await ok(client.auth.updateUser({ email: right }));
    await refused(verify(token), 403, 'otp_expired');
    expect((await ok(verify((await people.mailbox.to(right)).token))).user?.email).toBe(right);
  });
});

describe('the pages of a temporary account', () => {
  const adopt = async (temporaryToken: unknown, token?: string) => {
    const json = { temporary_access_token: temporaryToken };
    const answer = await people.call('/functions/v1/adopt-sites', { method: 'POST', json, token });
    return { status: answer.status, body: await answer.json() };
  };
  const ownersOf = (ids: string[]) =>
    query<{ user_id: string }>(people.sitesDatabaseUrl, `SELECT DISTINCT user_id FROM sites WHERE user_id = ANY ($1)`, [
      ids,
    ]).then((rows) => rows.map((row) => row.user_id));

  it('go over to the account that its owner signs in to, and out of reach of its management link', async () => {
    const [temporary, registered] = [await people.signUp(), await people.register()];
    const secret = await makeManagementLink(people, temporary.access_token);
    for (const title of ['1', '2']) await people.publish(`<title>${title}</title>`, temporary.access_token);
    const ids = [temporary.user.id, registered.id];
    expect(await ownersOf(ids)).toEqual([temporary.user.id]);

    expect(await adopt(temporary.access_token, registered.token)).toEqual({
      status: 200,
      body: { success: true, moved: 2 },
    });
    expect(await adopt(temporary.access_token, registered.token)).toEqual({
      status: 200,
      body: { success: true, moved: 0 },
    });
    expect(await ownersOf(ids)).toEqual([registered.id]);

    const opened = await openManagementLink(people, secret);
    const { session } = useManagementLinkAnswerSchema.parse(await opened.json());
    const rows = await people.call('/rest/v1/sites?select=id', { token: session.access_token });
    expect(await rows.json()).toEqual([]);
    const thief = await people.register();
    expect(await adopt(session.access_token, thief.token)).toMatchObject({ status: 200, body: { moved: 0 } });
    expect(await ownersOf(ids)).toEqual([registered.id]);
  });

  it('stay where they are without live tokens of both accounts', async () => {
    const [temporary, registered, other] = [await people.signUp(), await people.register(), await people.register()];
    await people.publish('<h1>mine</h1>', temporary.access_token);
    await people.publish('<h1>theirs</h1>', other.token);
    const forged = `${temporary.access_token.slice(0, -4)}AAAA`;
    const refusals = [
      [await adopt(forged, registered.token), 400, 'TEMPORARY_TOKEN_INVALID'],
      [await adopt('two words', registered.token), 400, 'TEMPORARY_TOKEN_INVALID'],
      [await adopt(people.anonKey, registered.token), 400, 'TEMPORARY_TOKEN_INVALID'],
      [await adopt(other.token, registered.token), 403, 'TEMPORARY_ACCOUNT_REQUIRED'],
      [await adopt(registered.token, registered.token), 403, 'TEMPORARY_ACCOUNT_REQUIRED'],
      [await adopt(temporary.access_token, (await people.signUp()).access_token), 403, 'REGISTRATION_REQUIRED'],
      [await adopt(temporary.access_token, forged), 401, 'TOKEN_INVALID'],
      [await adopt(temporary.access_token), 401, 'TOKEN_INVALID'],
      [await adopt(undefined, registered.token), 400, 'VALIDATION_FAILED'],
      [await adopt(1, registered.token), 400, 'VALIDATION_FAILED'],
    ] as const;
    for (const [{ status, body }, expected, code] of refusals) {
      expect({ status, body }).toMatchObject({
        status: expected,
        body: { success: false, code, error: expect.any(String) },
      });
    }
    await people.call('/auth/v1/logout?scope=local', { method: 'POST', token: temporary.access_token });
    expect(await adopt(temporary.access_token, registered.token)).toMatchObject({
      status: 400,
      body: { code: 'TEMPORARY_TOKEN_INVALID' },
    });
    expect((await ownersOf([temporary.user.id, registered.id, other.id])).sort()).toEqual(
      [temporary.user.id, other.id].sort(),
    );
  });
});
