import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { query, waitFor } from '@haru/testing';
import { newAddress, ok, password, type People, refused, sharedSystem, START_WITHIN_MS } from './people.js';

/**
 * A stranger claims another person's address: before its owner, at the same time, after them. Concurrent mails arrive
 * in any order, and not at all once they are void: each is waited for before the next is requested.
 */
let people: People;

beforeAll(async () => {
  people = await sharedSystem();
}, START_WITHIN_MS);

const guessed = 'chosen by a stranger';
const admin = () =>
  createClient(people.origin, people.serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } }).auth
    .admin;
const signUp = (email: string, chosen: string, data = {}) =>
  ok(people.client().auth.signUp({ email, password: chosen, options: { data } }));
const follow = async (email: string, nth: number, type: 'signup' | 'recovery' | 'email_change' = 'signup') =>
  ok(people.client().auth.verifyOtp({ type, token_hash: (await people.mailbox.to(email, nth)).token }));
const opens = (email: string, tried: string) => people.client().auth.signInWithPassword({ email, password: tried });

async function claim(email: string): Promise<{ client: SupabaseClient; id: string }> {
  const client = people.client();
  const { user } = await ok(client.auth.signInAnonymously());
  await ok(client.auth.updateUser({ email, password: guessed }));
  return { client, id: user?.id ?? '' };
}

describe("a stranger's sign-up", () => {
  it.each([
    ["before the owner's", guessed, password],
    ["after the owner's", password, guessed],
  ])('%s gains nothing: of two passwords none counts, nor any name', async (_when, first, second) => {
    const email = newAddress();
    await signUp(email, first, { name: 'first', planted: true });
    expect((await people.mailbox.to(email)).text).toContain('入力したパスワードでログイン');
    const answer = await signUp(email, second, { name: 'second' });
    expect(answer.user?.user_metadata).toEqual({ name: 'second' });
    await people.mailbox.to(email, 2);
    // The owner requests the mail once more, and takes it for their own.
    await ok(people.client().auth.resend({ type: 'signup', email }));
    const { text } = await people.mailbox.to(email, 3);
    expect(text).toContain('どのパスワードも使えないようにしています');
    expect(text).toContain('「パスワードを忘れた方」から設定できます');
    const { user, session } = await follow(email, 3);
    expect(user?.user_metadata).toEqual({ email_verified: true });
    expect(session).not.toBeNull();
    await refused(opens(email, guessed), 400, 'invalid_credentials');
    await refused(opens(email, password), 400, 'invalid_credentials');

    const { auth } = people.client();
    await ok(auth.resetPasswordForEmail(email));
    const { token } = await people.mailbox.to(email, 4);
    await ok(auth.verifyOtp({ type: 'recovery', token_hash: token }));
    await ok(auth.updateUser({ password }));
    await ok(opens(email, password));
  });

  it('long before still counts as one that waits', async () => {
    const email = newAddress();
    await signUp(email, password);
    await people.mailbox.to(email);
    await query(
      people.authDatabaseUrl,
      `UPDATE mail_requests SET created_at = now() - interval '1 day' WHERE address = '${email}'`,
    );
    await signUp(email, guessed);
    await follow(email, 2);
    await refused(opens(email, guessed), 400, 'invalid_credentials');
  });

  it.each(['magic link', 'recovery'])('is void when the owner comes by %s', async (way) => {
    const email = newAddress();
    await signUp(email, guessed);
    await people.mailbox.to(email);
    const { auth } = people.client();
    const asked = await (way === 'recovery' ? auth.resetPasswordForEmail(email) : auth.signInWithOtp({ email }));
    expect(asked.error).toBeNull();
    await follow(email, 2, way === 'recovery' ? 'recovery' : 'signup');
    await refused(opens(email, guessed), 400, 'invalid_credentials');
  });

  it('mailed once more does not put itself before what the owner asked for', async () => {
    const email = newAddress();
    await signUp(email, guessed);
    await people.mailbox.to(email);
    await ok(people.client().auth.signInWithOtp({ email }));
    await people.mailbox.to(email, 2);
    await ok(people.client().auth.resend({ type: 'signup', email }));
    expect((await people.mailbox.to(email, 3)).text).toContain('パスワードは設定されません');
    await follow(email, 3);
    await refused(opens(email, guessed), 400, 'invalid_credentials');
  });

  it('after the owner asked for a link says in its mail what pressing the button would do', async () => {
    const email = newAddress();
    await ok(people.client().auth.signInWithOtp({ email }));
    expect((await people.mailbox.to(email)).text).not.toContain('ほかにも');
    await signUp(email, guessed);
    const { text } = await people.mailbox.to(email, 2);
    expect(text).toMatch(/に入力したパスワードでログイン/);
    expect(text).toMatch(/この時刻にご自身で登録していない場合は、ボタンを押さずに/);
  });

  it('leaves no trace of its password once the address counts', async () => {
    const email = newAddress();
    await signUp(email, guessed);
    await people.mailbox.to(email);
    await signUp(email, password);
    await follow(email, 2);
    const rows = await query(
      people.authDatabaseUrl,
      `SELECT FROM mail_requests WHERE address = '${email}' AND claim IS NOT NULL
       UNION ALL SELECT FROM one_time_tokens WHERE address = '${email}'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('one and the same person', () => {
  it('who asked for a link first and then signs up has the password they chose', async () => {
    const email = newAddress();
    await ok(people.client().auth.signInWithOtp({ email }));
    await people.mailbox.to(email);
    await signUp(email, password);
    await follow(email, 2);
    await ok(opens(email, password));
  });

  it('who signs up twice with one password has it, and the name they gave last', async () => {
    const email = newAddress();
    await signUp(email, password, { name: 'あ' });
    await people.mailbox.to(email);
    await signUp(email, password, { name: 'い' });
    expect((await people.mailbox.to(email, 2)).text).not.toMatch(/ほかにも|どのパスワードも/);
    expect((await follow(email, 2)).user?.user_metadata).toMatchObject({ name: 'い' });
    await ok(opens(email, password));
  });

  it('keeps their password when the mail is sent once more', async () => {
    const email = newAddress();
    await signUp(email, password, { name: 'あ' });
    await people.mailbox.to(email);
    await ok(people.client().auth.resend({ type: 'signup', email }));
    const { text } = await people.mailbox.to(email, 2);
    expect(text).not.toContain('ほかにも');
    expect((await follow(email, 2)).user?.user_metadata).toMatchObject({ name: 'あ' });
    await ok(opens(email, password));
  });

  it('keeps the password that an admin gave them', async () => {
    const email = newAddress();
    await ok(admin().createUser({ email, password, user_metadata: { team: 'a' } }));
    await ok(people.client().auth.resetPasswordForEmail(email));
    expect((await follow(email, 1, 'recovery')).user?.user_metadata).toMatchObject({ team: 'a' });
    await ok(opens(email, password));
  });
});

describe('two temporary accounts ask for one address', () => {
  it('mailing once more is about the account of the session, and the mail says that it is a temporary one', async () => {
    const email = newAddress();
    const owner = await claim(email);
    await people.mailbox.to(email);
    await claim(email);
    await people.mailbox.to(email, 2);
    const { session } = await ok(owner.client.auth.getSession());
    const answer = await people.call('/auth/v1/resend', {
      method: 'POST',
      json: { type: 'email_change', email },
      token: session?.access_token ?? '',
    });
    expect(answer.status).toBe(200);
    expect((await people.mailbox.to(email, 3)).text).toContain('一時アカウント');
    expect((await follow(email, 3, 'email_change')).user?.id).toBe(owner.id);
  });

  it('without a session it is unknown whose is meant: nothing is mailed', async () => {
    const email = newAddress();
    await claim(email);
    await people.mailbox.to(email, 1);
    await ok(people.client().auth.resend({ type: 'email_change', email }));
    await people.mailbox.to(email, 2);
    await claim(email);
    await people.mailbox.to(email, 3);
    await ok(people.client().auth.resend({ type: 'email_change', email }));
    const outcomes = async () => {
      const rows = await query<{ outcome: string | null }>(
        people.authDatabaseUrl,
        `SELECT outcome FROM mail_requests WHERE address = '${email}' ORDER BY created_at`,
      );
      return rows.map(({ outcome }) => outcome);
    };
    await waitFor(async () => (await outcomes()).at(3), {
      timeoutMs: 20_000,
      what: 'the last request to be looked at',
    });
    expect(await outcomes()).toEqual(['sent', 'sent', 'sent', 'void']);
  });

  it('once one has it the other waits no more', async () => {
    const email = newAddress();
    const first = await claim(email);
    await people.mailbox.to(email);
    const second = await claim(email);
    const { token } = await people.mailbox.to(email, 2);
    expect((await follow(email, 1, 'email_change')).user?.id).toBe(first.id);
    expect((await ok(second.client.auth.getUser())).user).not.toHaveProperty('new_email');
    await refused(people.client().auth.verifyOtp({ type: 'email_change', token_hash: token }), 422, 'email_exists');
  });

  it('a sign-up with it that is confirmed ends the claims of all others', async () => {
    const email = newAddress();
    const { client } = await claim(email);
    await people.mailbox.to(email);
    await signUp(email, password);
    await follow(email, 2);
    expect((await ok(client.auth.getUser())).user).not.toHaveProperty('new_email');
  });
});

describe('an address that an admin gave to an account in use', () => {
  it('goes to who confirms it; the account lives on', async () => {
    const email = newAddress();
    const user = people.client();
    const { session } = await ok(user.auth.signInAnonymously());
    const id = session?.user.id ?? '';
    expect((await people.publish('<h1>mine</h1>', session?.access_token)).status).toBe(200);
    await ok(admin().updateUserById(id, { email }));
    const owner = await claim(email);
    expect((await follow(email, 1, 'email_change')).user?.id).toBe(owner.id);
    expect((await ok(user.auth.getUser())).user).toMatchObject({ id, email: '', is_anonymous: true });
    const sites = await query(people.sitesDatabaseUrl, `SELECT FROM sites WHERE user_id = '${id}'`);
    expect(sites).toHaveLength(1);
  });
});
