import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { query, waitFor } from '@haru/testing';
import { newAddress, ok, password, type People, refused, startPeople } from './people.js';

let people: People;

beforeAll(async () => {
  people = await startPeople();
}, 90_000);
afterAll(() => people.close(), 60_000);

/** A temporary account, and its request for an address. */
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
    const rows = await query<{ user_id: string }>(people.sitesDatabaseUrl, 'SELECT user_id FROM sites');
    expect(rows).toEqual([{ user_id: id }]);
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
