import { beforeAll, describe, expect, it } from '@jest/globals';
import { sessionAnswerSchema, userAnswerSchema } from '@haru/contracts';
import { newAddress, ok, password, type People, refused, sharedSystem, START_WITHIN_MS } from './people.js';

let people: People;

beforeAll(async () => {
  people = await sharedSystem();
}, START_WITHIN_MS);

const post = (path: string, json: unknown) => people.call(`/auth/v1/${path}`, { method: 'POST', json });

describe('sign-up', () => {
  it('answers the account alone, mails a link, and the link opens the session', async () => {
    const email = newAddress();
    const answer = await post('signup', { email: email.toUpperCase(), password, data: { name: 'あ' } });
    const user = userAnswerSchema.parse(await answer.json());
    expect(user).toMatchObject({ email, role: 'authenticated', is_anonymous: false, user_metadata: { name: 'あ' } });
    expect(user.identities).toHaveLength(1);
    expect(user.confirmation_sent_at).toBeDefined();
    expect(user.email_confirmed_at).toBeUndefined();
    const client = people.client();
    await refused(client.auth.signInWithPassword({ email, password }), 400, 'email_not_confirmed');

    const mail = await people.mailbox.to(email);
    expect(mail.link).toContain(`${people.origin}/auth/confirm?token=`);
    const { session } = await ok(client.auth.verifyOtp({ type: 'signup', token_hash: mail.token }));
    expect(session?.user.email_confirmed_at).toBeDefined();
    expect(session?.user.user_metadata['email_verified']).toBe(true);
    await ok(client.auth.signInWithPassword({ email, password }));
  });

  it('says the same of a taken address, invents the account and changes nothing', async () => {
    const { email, id } = await people.register();
    const { user, session } = await ok(people.client().auth.signUp({ email, password: 'another one' }));
    expect(session).toBeNull();
    expect(user).toMatchObject({ email, identities: [], role: '' });
    expect(user?.id).not.toBe(id);
    expect(user?.confirmation_sent_at).toBeDefined();
    await refused(
      people.client().auth.signInWithPassword({ email, password: 'another one' }),
      400,
      'invalid_credentials',
    );
    expect(people.mailbox.mails.filter((mail) => mail.to === email)).toHaveLength(1);
  });

  it('of an address that waits mails again and keeps the first password until a mail is followed', async () => {
    const email = newAddress();
    const first = await ok(people.client().auth.signUp({ email, password }));
    const older = await people.mailbox.to(email);
    const second = await ok(people.client().auth.signUp({ email, password: 'another one' }));
    expect(second.user?.id).toBe(first.user?.id);
    const newer = await people.mailbox.to(email, 2);
    const client = people.client();
    await refused(client.auth.signInWithPassword({ email, password: 'another one' }), 400, 'invalid_credentials');
    await refused(client.auth.signInWithPassword({ email, password }), 400, 'email_not_confirmed');
    await refused(client.auth.verifyOtp({ type: 'signup', token_hash: older.token }), 403, 'otp_expired');
    await ok(client.auth.verifyOtp({ type: 'signup', token_hash: newer.token }));
    // Two sign-ups chose passwords for one waiting address: it is unknown which is its owner's, so neither counts.
    await refused(client.auth.signInWithPassword({ email, password }), 400, 'invalid_credentials');
    await refused(client.auth.signInWithPassword({ email, password: 'another one' }), 400, 'invalid_credentials');
  });

  it('under the made-up domain is a temporary account immediately', async () => {
    const email = `${newAddress().split('@')[0]}@temp.invalid`;
    const { session } = await ok(people.client().auth.signUp({ email, password }));
    expect(session?.user.is_anonymous).toBe(true);
    await ok(people.client().auth.signInWithPassword({ email, password }));
  });

  it('refuses what will not do', async () => {
    const { auth } = people.client();
    const email = newAddress();
    expect(await refused(auth.signUp({ email, password: '12345' }), 422, 'weak_password')).toBe(
      'Password should be at least 6 characters.',
    );
    const weak = await auth.signUp({ email, password: '12345' });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
    await refused(auth.signUp({ email, password: 'あ'.repeat(25) }), 400, 'validation_failed');
    await refused(auth.signUp({ email, password: '' }), 400, 'validation_failed');
    expect(await refused(auth.signUp({ email: 'nobody', password }), 400, 'validation_failed')).toBe(
      'Unable to validate email address: invalid format',
    );
    await refused(auth.signUp({ phone: '123456789', password }), 400, 'phone_provider_disabled');
    for (const challenge of [
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: 'x'.repeat(43) },
    ]) {
      expect((await post('signup', { email, password, ...challenge })).status).toBe(400);
    }
  });
});

describe('sign-in with a password', () => {
  it('opens a session of its own each time', async () => {
    const { email, id } = await people.register();
    const answer = await post('token?grant_type=password', { email, password });
    const session = sessionAnswerSchema.parse(await answer.json());
    expect(session.user).toMatchObject({ id, email, app_metadata: { provider: 'email', providers: ['email'] } });
    const other = sessionAnswerSchema.parse(
      await (await post('token?grant_type=password', { email, password })).json(),
    );
    expect(other.refresh_token).not.toBe(session.refresh_token);
    const { claims } = (await ok(people.client().auth.getClaims(session.access_token))) ?? {};
    expect(claims).toMatchObject({ sub: id, email, aal: 'aal1', is_anonymous: false, role: 'authenticated' });
    expect(claims?.['amr']).toEqual([{ method: 'password', timestamp: expect.any(Number) }]);
  });

  it('does not tell whether it is the address or the password', async () => {
    const { email } = await people.register();
    const { auth } = people.client();
    const texts = [
      await refused(auth.signInWithPassword({ email, password: 'wrong one' }), 400, 'invalid_credentials'),
      await refused(auth.signInWithPassword({ email: newAddress(), password }), 400, 'invalid_credentials'),
      await refused(auth.signInWithPassword({ email: 'not an address', password }), 400, 'invalid_credentials'),
      await refused(auth.signInWithPassword({ email, password: '' }), 400, 'invalid_credentials'),
    ];
    expect(new Set(texts)).toEqual(new Set(['Invalid login credentials']));
    await refused(auth.signInWithPassword({ phone: '123456789', password }), 422, 'phone_provider_disabled');
    expect((await post('token?grant_type=password', { password })).status).toBe(400);
  });
});

describe('one-time codes and magic links', () => {
  it('signs in by code, and by link, and makes the account of a new address', async () => {
    const email = newAddress();
    const { auth } = people.client();
    await ok(auth.signInWithOtp({ email }));
    const { code } = await people.mailbox.to(email);
    const { user } = await ok(auth.verifyOtp({ type: 'email', email, token: code }));
    expect(user?.email_confirmed_at).toBeDefined();
    await ok(auth.signInWithOtp({ email }));
    const magic = await people.mailbox.to(email, 2);
    expect(magic.link).toContain('/auth/v1/verify?token=');
    const again = await ok(auth.verifyOtp({ type: 'magiclink', token_hash: magic.token }));
    expect(again.user?.id).toBe(user?.id);
  });

  it('refuses what will not do', async () => {
    const { auth } = people.client();
    const unknown = { email: newAddress(), options: { shouldCreateUser: false } };
    await refused(auth.signInWithOtp(unknown), 422, 'otp_disabled');
    await refused(auth.signInWithOtp({ email: 'nobody' }), 400, 'validation_failed');
    await refused(auth.signInWithOtp({ phone: '123456789' }), 400, 'phone_provider_disabled');
  });
});

describe('verify', () => {
  it('takes a link once, of its own kind, and says the same of all others', async () => {
    const email = newAddress();
    const { auth } = people.client();
    await ok(auth.signUp({ email, password }));
    const { token, code } = await people.mailbox.to(email);
    const texts = [
      await refused(auth.verifyOtp({ type: 'recovery', token_hash: token }), 403, 'otp_expired'),
      await refused(auth.verifyOtp({ type: 'signup', token_hash: 'f'.repeat(64) }), 403, 'otp_expired'),
      await refused(auth.verifyOtp({ type: 'signup', email: newAddress(), token: code }), 403, 'otp_expired'),
    ];
    await ok(auth.verifyOtp({ type: 'signup', token_hash: token }));
    texts.push(await refused(auth.verifyOtp({ type: 'signup', token_hash: token }), 403, 'otp_expired'));
    expect(new Set(texts).size).toBe(1);
    for (const body of [
      { token_hash: token },
      { type: 'nothing', token_hash: token },
      { type: 'signup' },
      { type: 'signup', token: code },
      { type: 'signup', token_hash: token, token: code },
      { type: 'signup', token_hash: token, email },
    ]) {
      expect((await (await post('verify', body)).json()) as object).toMatchObject({ code: 'validation_failed' });
    }
  });

  it('says whether a link for a new password would be taken, without using it up', async () => {
    const { client, email } = await people.register();
    await ok(client.auth.resetPasswordForEmail(email));
    const { token } = await people.mailbox.to(email, 2);
    const check = async (given: string): Promise<unknown> => {
      const answer = await people.call('/functions/v1/check-reset-link', { method: 'POST', json: { token: given } });
      return answer.json();
    };
    expect(await check(token)).toEqual({ success: true, is_valid: true });
    expect(await check(token)).toEqual({ success: true, is_valid: true });
    expect(await check('f'.repeat(64))).toEqual({ success: true, is_valid: false });
    await ok(client.auth.verifyOtp({ type: 'recovery', token_hash: token }));
    expect(await check(token)).toEqual({ success: true, is_valid: false });
    expect(await check('f'.repeat(257))).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
  });

  it('stops trying codes after ten wrong ones; the link goes on working', async () => {
    const email = newAddress();
    const { auth } = people.client();
    await ok(auth.signUp({ email, password }));
    const { token, code } = await people.mailbox.to(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 10; guess++) {
      await refused(auth.verifyOtp({ type: 'signup', email, token: wrong }), 403, 'otp_expired');
    }
    await refused(auth.verifyOtp({ type: 'signup', email, token: code }), 403, 'otp_expired');
    await ok(auth.verifyOtp({ type: 'signup', token_hash: token }));
  });
});

describe('a link followed by a browser', () => {
  const follow = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${people.origin}/auth/v1/verify?${query}`, { redirect: 'manual', headers });

  it('leads back with a session, and the second time with what went wrong', async () => {
    const email = newAddress();
    const redirect = `${people.origin}/dashboard`;
    await ok(people.client().auth.signUp({ email, password }));
    const { token } = await people.mailbox.to(email);
    const query = new URLSearchParams({ token, type: 'signup', redirect_to: redirect }).toString();
    const answer = await follow(query);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(redirect);
    const fragment = new URLSearchParams(location.hash.slice(1));
    expect([...fragment.keys()].sort()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'].sort(),
    );
    await ok(people.client().auth.getUser(fragment.get('access_token') ?? ''));

    const again = await follow(query);
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).toBe(
      `${redirect}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
    );
  });

  it('leads nowhere that is not allowed', async () => {
    const away = await follow('token=x&type=signup&redirect_to=https://evil.example/');
    expect(away.headers.get('location')).toMatch(`${people.origin}/#error=access_denied`);
    const referred = await follow('token=x&type=signup', { referer: `${people.origin}/admin` });
    expect(referred.headers.get('location')).toMatch(`${people.origin}/admin#error`);
  });

  it('leads on with what went wrong, unless token or type is missing', async () => {
    const odd = await follow('token=x&type=nothing');
    expect({ status: odd.status, location: odd.headers.get('location') }).toEqual({
      status: 303,
      location: expect.stringMatching(`^${people.origin}/#error=access_denied&error_code=otp_expired&`),
    });
    for (const query of ['token=x', 'type=signup', 'token=x&type=', 'token=&type=signup']) {
      expect((await follow(query)).status).toBe(400);
    }
  });
});

describe('PKCE', () => {
  it('turns a followed link into a code that only its client can exchange, once', async () => {
    const email = newAddress();
    const { auth } = people.client('pkce');
    await ok(auth.signInWithOtp({ email, options: { emailRedirectTo: `${people.origin}/dashboard` } }));
    const { link } = await people.mailbox.to(email);
    expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_/);
    const answer = await fetch(link, { redirect: 'manual' });
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.hash).toBe('');
    const code = location.searchParams.get('code') ?? '';

    const wrong = await post('token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(43) });
    expect(await wrong.json()).toMatchObject({ code: 'bad_code_verifier' });
    const { session } = await ok(auth.exchangeCodeForSession(code));
    const { claims } = (await ok(auth.getClaims(session?.access_token))) ?? {};
    expect(claims?.['amr']).toMatchObject([{ method: 'email/signup' }]);
    const used = await post('token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(43) });
    expect({ status: used.status, body: await used.json() }).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    });
    expect((await post('token?grant_type=pkce', { auth_code: code })).status).toBe(400);
  });
});
