import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userAnswerSchema } from '@haru/contracts';
import { query, waitFor } from '@haru/testing';
import { hash } from 'argon2';
import { expectRefused, makeAccount, password, publicClient, serviceClient, signedIn } from './accounts-of-tests.js';
import { type RunningSystem, startSystem } from './start-system.js';

let system: RunningSystem;
let admin: ReturnType<typeof serviceClient>['auth']['admin'];

beforeAll(async () => {
  system = await startSystem({ env: { AUTH_RATE_LIMITS: '1000', AUTH_MAIL_INTERVAL: '0' } });
  admin = serviceClient(system).auth.admin;
}, 60_000);
afterAll(() => system.close(), 60_000);

const address = () => `${randomUUID()}@example.com`;
const signIn = (email: string | undefined, secret = password) =>
  publicClient(system).auth.signInWithPassword({ email: email ?? '', password: secret });

describe('who may', () => {
  const list = (headers: Record<string, string>) => system.call('/auth/v1/admin/users', { headers });
  const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

  it('is the service key alone', async () => {
    const { access_token: token } = await system.signUp();
    expect(await refusal(await list({ authorization: '' }))).toEqual([401, 'no_authorization']);
    expect(await refusal(await list({ authorization: `Bearer ${system.anonKey}` }))).toEqual([403, 'not_admin']);
    expect(await refusal(await list({ authorization: `Bearer ${token}` }))).toEqual([403, 'not_admin']);
    expect(await refusal(await list({ authorization: 'Bearer a.b.c' }))).toEqual([403, 'bad_jwt']);
    // The key in the other header says nothing about the bearer.
    expect(
      await refusal(await list({ apikey: system.serviceRoleKey, authorization: `Bearer ${system.anonKey}` })),
    ).toEqual([403, 'not_admin']);
  });
});

describe('createUser', () => {
  it('makes an account that can sign in immediately', async () => {
    const email = address();
    const { data, error } = await admin.createUser({
      email: email.toUpperCase(),
      password,
      email_confirm: true,
      user_metadata: { name: '花' },
      app_metadata: { plan: 'pro' },
    });
    expect(error).toBeNull();
    expect(userAnswerSchema.parse(data.user)).toMatchObject({
      email,
      user_metadata: { name: '花' },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'pro' },
      identities: [{ provider: 'email' }],
    });
    expect((await signIn(email)).error).toBeNull();
  });

  it('takes a chosen id, and a password’s hash from elsewhere', async () => {
    const [id, email] = [randomUUID(), address()];
    const password_hash = await hash('from elsewhere', { memoryCost: 1024, timeCost: 2 });
    const { data } = await admin.createUser({ id, email, password_hash, email_confirm: true });
    expect(data.user?.id).toBe(id);
    expect((await signIn(email, 'from elsewhere')).error).toBeNull();
  });

  it('refuses what cannot be', async () => {
    const { email } = await makeAccount(system);
    expectRefused(await admin.createUser({ email: email ?? '', password }), 422, 'email_exists');
    expectRefused(await admin.createUser({ password }), 400, 'validation_failed');
    expectRefused(await admin.createUser({ email: 'no address', password }), 400, 'validation_failed');
    expectRefused(await admin.createUser({ email: address(), password: 'short' }), 422, 'weak_password');
    expectRefused(await admin.createUser({ email: address(), ban_duration: 'soon' }), 400, 'validation_failed');
    expectRefused(await admin.createUser({ email: address(), password_hash: '$2a$10$x' }), 400, 'validation_failed');
    expectRefused(await admin.createUser({ email: address(), id: 'mine' }), 400, 'validation_failed');
  });
});

describe('listUsers and getUserById', () => {
  it('pages through the newest first', async () => {
    const [older, newer] = [await makeAccount(system), await makeAccount(system)];
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 });
    const raw = await system.call('/auth/v1/admin/users?page=&per_page=', {
      headers: { authorization: `Bearer ${system.serviceRoleKey}` },
    });
    expect(raw.status).toBe(200);
    expect(Number(raw.headers.get('x-total-count'))).toBeGreaterThanOrEqual(2);
    expect(raw.headers.get('link')).toMatch(/^<http[^,;=]*\?page=1&per_page=50>; rel="last"$/);
  });

  it('shows one account', async () => {
    const user = await makeAccount(system);
    expect((await admin.getUserById(user.id)).data.user).toEqual(user);
  });

  it('refuses pages that are no numbers and ids of no account', async () => {
    expectRefused(await admin.listUsers({ page: -1 }), 400, 'validation_failed');
    expectRefused(await admin.getUserById(randomUUID()), 404, 'user_not_found');
    const raw = await system.call('/auth/v1/admin/users/7', {
      headers: { authorization: `Bearer ${system.serviceRoleKey}` },
    });
    expect([raw.status, await raw.json()]).toMatchObject([404, { code: 'validation_failed' }]);
  });
});

describe('updateUserById', () => {
  it('merges metadata; null removes a member', async () => {
    const { id } = await makeAccount(system, { user_metadata: { a: 1, b: 2 } });
    const { data } = await admin.updateUserById(id, { user_metadata: { b: null, c: 3 }, app_metadata: { d: 4 } });
    expect(data.user?.user_metadata).toEqual({ a: 1, c: 3, email_verified: true });
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', d: 4 });
  });

  it('moves an account to another address', async () => {
    const user = await makeAccount(system);
    const email = address();
    const { data } = await admin.updateUserById(user.id, { email });
    expect(data.user).toMatchObject({ email, identities: [{ identity_data: { email } }] });
    expect((await signIn(email)).error).toBeNull();
    expectRefused(await signIn(user.email), 400, 'invalid_credentials');
  });

  it('ends every session with a new password', async () => {
    const user = await makeAccount(system);
    const client = await signedIn(system, user.email);
    await client.auth.getUser();
    await admin.updateUserById(user.id, { password: 'another password' });
    await waitFor(async () => (await client.auth.getUser()).error !== null, { timeoutMs: 1_000, what: 'the end' });
    expectRefused(await signIn(user.email), 400, 'invalid_credentials');
    expect((await signIn(user.email, 'another password')).error).toBeNull();
  });

  it('voids what was mailed or is to be mailed when it sets a password or an address, and tells the owner', async () => {
    const { id, email = '' } = await makeAccount(system);
    const open = () =>
      query<{ kind: string; address: string }>(
        system.authDatabaseUrl,
        `SELECT kind, address FROM mail_requests WHERE user_id = $1 AND outcome IS NULL ORDER BY created_at`,
        [id],
      );
    const flows = () => query(system.authDatabaseUrl, 'SELECT FROM flow_states WHERE user_id = $1', [id]);
    const ask = () =>
      system.call('/auth/v1/recover', {
        method: 'POST',
        json: { email, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
      });
    await ask();
    expect([await open(), await flows()]).toMatchObject([[{ kind: 'recovery' }], [{}]]);
    await admin.updateUserById(id, { password: 'quite another one' });
    expect([await open(), await flows()]).toEqual([[{ kind: 'notice_password_changed', address: email }], []]);
    await ask();
    const moved = address();
    await admin.updateUserById(id, { email: moved });
    expect([await open(), await flows()]).toEqual([
      [
        { kind: 'notice_password_changed', address: email },
        { kind: 'notice_email_changed', address: email },
      ],
      [],
    ]);
  });

  it('bans within a second, and lifts the ban', async () => {
    const user = await makeAccount(system);
    const client = await signedIn(system, user.email);
    await client.auth.getUser();
    const { data } = await admin.updateUserById(user.id, { ban_duration: '1h' });
    expect(data.user?.banned_until).toBeDefined();
    await waitFor(async () => (await client.auth.getUser()).error?.code === 'user_banned', { timeoutMs: 1_000 });
    expectRefused(await client.auth.getUser(), 403, 'user_banned');
    expectRefused(await client.auth.refreshSession(), 400, 'user_banned');
    expectRefused(await signIn(user.email), 400, 'user_banned');
    await admin.updateUserById(user.id, { ban_duration: 'none' });
    expect((await signIn(user.email)).error).toBeNull();
  });

  it('refuses a taken address, a weak password and an unknown account', async () => {
    const [one, other] = [await makeAccount(system), await makeAccount(system)];
    expectRefused(await admin.updateUserById(one.id, { email: other.email ?? '' }), 422, 'email_exists');
    expectRefused(await admin.updateUserById(one.id, { password: 'short' }), 422, 'weak_password');
    expectRefused(await admin.updateUserById(randomUUID(), {}), 404, 'user_not_found');
  });
});

describe('deleteUser', () => {
  it('deletes an account and frees its address', async () => {
    const user = await makeAccount(system);
    const client = await signedIn(system, user.email);
    expect((await admin.deleteUser(user.id)).error).toBeNull();
    await waitFor(async () => (await client.auth.getUser()).error !== null, { timeoutMs: 1_000, what: 'the end' });
    expectRefused(await admin.getUserById(user.id), 404, 'user_not_found');
    expect((await admin.createUser({ email: user.email ?? '' })).error).toBeNull();
  });

  it('softly leaves an empty row', async () => {
    const user = await makeAccount(system, { user_metadata: { name: '花' } });
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const { data } = await admin.getUserById(user.id);
    expect(data.user).toMatchObject({ email: '', user_metadata: {}, identities: [] });
    expect(data.user?.deleted_at).toBeDefined();
    expectRefused(await signIn(user.email), 400, 'invalid_credentials');
    expect((await admin.createUser({ email: user.email ?? '' })).error).toBeNull();
  });

  it('refuses unknown accounts, and those that were deleted softly before', async () => {
    const user = await makeAccount(system);
    await admin.deleteUser(user.id, true);
    expectRefused(await admin.deleteUser(user.id, true), 404, 'user_not_found');
    expectRefused(await admin.deleteUser(randomUUID()), 404, 'user_not_found');
    expectRefused(await admin.updateUserById(user.id, {}), 404, 'user_not_found');
  });
});

describe('generateLink', () => {
  it('gives link and code that sign in, and sends nothing', async () => {
    const user = await makeAccount(system);
    const { data, error } = await admin.generateLink({ type: 'magiclink', email: user.email ?? '' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
    expect(data.properties).toMatchObject({ verification_type: 'magiclink', redirect_to: system.origin });
    const link = new URL(data.properties?.action_link ?? '');
    expect(link.origin + link.pathname).toBe(`${system.origin}/auth/v1/verify`);
    const client = publicClient(system);
    const token_hash = data.properties?.hashed_token ?? '';
    expect((await client.auth.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull();
    expectRefused(await client.auth.verifyOtp({ type: 'magiclink', token_hash }), 403, 'otp_expired');
  });

  it('makes the account of a sign-up, and of a magic link for an unknown address', async () => {
    const email = address();
    const signup = await admin.generateLink({ type: 'signup', email, password });
    expect(signup.data.user).toMatchObject({ email });
    const token = signup.data.properties?.email_otp ?? '';
    expect((await publicClient(system).auth.verifyOtp({ type: 'signup', email, token })).error).toBeNull();
    expect((await signIn(email)).error).toBeNull();
    const unknown = await admin.generateLink({ type: 'magiclink', email: address() });
    expect(unknown.data.properties?.verification_type).toBe('signup');
  });

  it('refuses unknown types, unknown addresses and those that are registered', async () => {
    const { email = '' } = await makeAccount(system);
    expectRefused(await admin.generateLink({ type: 'phone' as 'recovery', email }), 400, 'validation_failed');
    expectRefused(await admin.generateLink({ type: 'recovery', email: address() }), 404, 'user_not_found');
    expectRefused(await admin.generateLink({ type: 'signup', email, password }), 422, 'email_exists');
    expectRefused(
      await admin.generateLink({ type: 'email_change_new', email, newEmail: '' }),
      400,
      'validation_failed',
    );
  });
});

describe('inviteUserByEmail', () => {
  it('makes an account that waits for its owner', async () => {
    const email = address();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { from: '花' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { from: '花' } });
    expect(data.user?.invited_at).toBeDefined();
    expect(data.user?.email_confirmed_at).toBeUndefined();
  });

  it('refuses who is here already, and what is no address', async () => {
    const { email = '' } = await makeAccount(system);
    expectRefused(await admin.inviteUserByEmail(email), 422, 'email_exists');
    expectRefused(await admin.inviteUserByEmail('no address'), 400, 'validation_failed');
    expectRefused(await publicClient(system).auth.admin.inviteUserByEmail(address()), 403, 'not_admin');
  });
});
