import { hash, randomUUID } from 'node:crypto';
import { query } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, SignJWT } from 'jose';
import { expectRefused, makeAccount, password, publicClient, serviceClient, signedIn } from './accounts-of-tests.js';
import { makeManagementLink, openManagementLink } from './management-links.js';
import { clientId, type OidcIssuer, startOidcIssuer } from './oidc-issuer.js';
import { type RunningSystem, startSystem } from './start-system.js';

let issuer: OidcIssuer;
let system: RunningSystem;

beforeAll(async () => {
  issuer = await startOidcIssuer();
  const providers = [
    { name: 'small', issuer: issuer.url, client_ids: ['another', clientId] },
    // Nothing listens there.
    { name: 'gone', issuer: 'http://127.0.0.1:9', client_ids: [clientId] },
  ];
  system = await startSystem({
    env: {
      AUTH_RATE_LIMITS: '1000',
      AUTH_MAIL_INTERVAL: '0',
      AUTH_OIDC_PROVIDERS: JSON.stringify(providers),
      AUTH_MANUAL_LINKING: 'on',
    },
  });
}, 60_000);
afterAll(async () => {
  await system.close();
  await issuer.stop();
}, 60_000);

const signIn = (token: string, nonce?: string, provider = 'small') =>
  publicClient(system).auth.signInWithIdToken({ provider, token, ...(nonce === undefined ? {} : { nonce }) });

const person = () => ({ sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true });

describe('signInWithIdToken', () => {
  it('makes the account at first and finds it again', async () => {
    const someone = { ...person(), name: '花' };
    const first = await signIn(await issuer.token(someone));
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: someone.email,
      app_metadata: { provider: 'small', providers: ['small'] },
      user_metadata: { name: '花', sub: someone.sub },
      identities: [{ provider: 'small', id: someone.sub, email: someone.email }],
    });
    expect(first.data.user?.email_confirmed_at).toBeDefined();
    expect(decodeJwt(first.data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
    });
    const second = await signIn(await issuer.token({ ...someone, email: 'moved@example.com' }));
    expect(second.data.user?.id).toBe(first.data.user?.id);
    expect(second.data.user?.email).toBe(someone.email);
  });

  it('finds the account of the address that the issuer vouches for', async () => {
    const { id, email } = await makeAccount(system);
    const { data } = await signIn(await issuer.token({ sub: randomUUID(), email, email_verified: true }));
    expect(data.user?.id).toBe(id);
    expect(data.user?.app_metadata).toMatchObject({ providers: ['email', 'small'] });
  });

  it('gives no account by an address that the issuer does not vouch for', async () => {
    const { id, email } = await makeAccount(system);
    const { data, error } = await signIn(await issuer.token({ sub: randomUUID(), email, email_verified: false }));
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(id);
    expect(data.user?.email).toBe('');
  });

  it('leaves nothing to who registered an address that was not theirs', async () => {
    const someone = person();
    const { data: squatted } = await serviceClient(system).auth.admin.createUser({ email: someone.email, password });
    const { data } = await signIn(await issuer.token(someone));
    expect(data.user?.id).toBe(squatted.user?.id);
    const squatter = await publicClient(system).auth.signInWithPassword({ email: someone.email, password });
    expectRefused(squatter, 400, 'invalid_credentials');
  });

  it('makes one account of many concurrent first sign-ins', async () => {
    const someone = person();
    const tokens = await Promise.all(Array.from({ length: 6 }, () => issuer.token(someone)));
    const answers = await Promise.all(tokens.map((token) => signIn(token)));
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1);
  });

  it('compares the nonce', async () => {
    const nonce = 'chosen by the client';
    const hashed = hash('sha256', nonce);
    expect((await signIn(await issuer.token({ ...person(), nonce: hashed }), nonce)).error).toBeNull();
    expectRefused(await signIn(await issuer.token({ ...person(), nonce: hashed })), 400, undefined);
    expectRefused(await signIn(await issuer.token(person()), nonce), 400, undefined);
    expectRefused(await signIn(await issuer.token({ ...person(), nonce }), nonce), 400, undefined);
  });

  it.each([
    ['a key that is not the issuer’s', () => issuer.forgedToken(person())],
    ['another issuer', () => issuer.token({ ...person(), iss: 'https://elsewhere.test' })],
    ['another audience', () => issuer.token({ ...person(), aud: 'somebody-else' })],
    ['several audiences and another party', () => issuer.token({ ...person(), aud: [clientId, 'b'], azp: 'b' })],
    ['several audiences and no party', () => issuer.token({ ...person(), aud: [clientId, 'b'] })],
    ['its end past', () => issuer.token({ ...person(), exp: Math.floor(Date.now() / 1000) - 60 })],
    ['no end', () => issuer.token({ ...person(), exp: undefined })],
    ['no subject', () => issuer.token({ ...person(), sub: undefined })],
    ['a secret for a key', () => new SignJWT(person()).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32))],
    ['no form at all', () => Promise.resolve('a.b.c')],
  ])('refuses a token with %s, in OAuth’s words', async (_what, token) => {
    const answer = await signIn(await token());
    expectRefused(answer, 400, undefined);
    expect(answer.error?.message).toMatch(/^Bad ID token/);
  });

  it('takes a token for several audiences that was asked for by us', async () => {
    const token = await issuer.token({ ...person(), aud: ['b', clientId], azp: clientId });
    expect((await signIn(token)).error).toBeNull();
  });

  it('takes a token once, however many come with it at a time, and not to link either', async () => {
    const token = await issuer.token(person());
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(token)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const again = await signIn(token);
    expectRefused(again, 400, undefined);
    expect(again.error?.message).toBe('Bad ID token: it was used before');
    const client = await signedIn(system, (await makeAccount(system)).email);
    expectRefused(await client.auth.linkIdentity({ provider: 'small', token }), 400, undefined);
  });

  it('refuses providers that are not offered, and calls without a token', async () => {
    expectRefused(await signIn(await issuer.token(person()), undefined, 'google'), 400, 'provider_disabled');
    expectRefused(await signIn(''), 400, 'validation_failed');
    expectRefused(await signIn(await issuer.token(person()), undefined, ''), 400, 'validation_failed');
  });

  it('says that it is not the caller’s fault when the issuer is unavailable', async () => {
    expectRefused(await signIn(await issuer.token(person()), undefined, 'gone'), 503, undefined);
  });

  it('refuses a banned account', async () => {
    const someone = person();
    const { data } = await signIn(await issuer.token(someone));
    await serviceClient(system).auth.admin.updateUserById(data.user?.id ?? '', { ban_duration: '1h' });
    expectRefused(await signIn(await issuer.token(someone)), 400, 'user_banned');
  });
});

describe('linkIdentity with an ID token', () => {
  const link = (client: ReturnType<typeof publicClient>, token: string) =>
    client.auth.linkIdentity({ provider: 'small', token });

  it('is a further way into the account that is signed in', async () => {
    const { id, email } = await makeAccount(system);
    const client = await signedIn(system, email);
    const someone = person();
    const linked = await link(client, await issuer.token(someone));
    expect(linked.error).toBeNull();
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ id, email, app_metadata: { providers: ['email', 'small'] } });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'small']);
    expect((await signIn(await issuer.token(someone))).data.user?.id).toBe(id);
    const other = await signedIn(system, (await makeAccount(system)).email);
    expectRefused(await link(other, await issuer.token(someone)), 422, 'identity_already_exists');
  });

  const confirmationsOf = (accountId: string | undefined) =>
    query(system.authDatabaseUrl, `SELECT 1 FROM outbox WHERE name = 'accountConfirmed' AND aggregate_id = $1`, [
      accountId,
    ]);

  it('registers a temporary account, with the verified address if no account has it', async () => {
    const client = publicClient(system);
    const { data } = await client.auth.signInAnonymously();
    const { email: taken } = await makeAccount(system);
    expectRefused(await link(client, await issuer.token({ ...person(), email: taken })), 422, 'email_exists');
    const someone = person();
    await link(client, await issuer.token(someone));
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id: data.user?.id,
      email: someone.email,
      is_anonymous: false,
    });
    expect(await confirmationsOf(data.user?.id)).toHaveLength(1);
  });

  it('registers a temporary account also without an address, once', async () => {
    const client = publicClient(system);
    const { data } = await client.auth.signInAnonymously();
    const secret = await makeManagementLink(system, data.session?.access_token);
    await link(client, await issuer.token({ sub: randomUUID() }));
    expect((await openManagementLink(system, secret)).status).toBe(403);
    await link(client, await issuer.token({ sub: randomUUID() }));
    expect((await client.auth.getUser()).data.user).toMatchObject({ id: data.user?.id, is_anonymous: false });
    expect(await confirmationsOf(data.user?.id)).toHaveLength(1);
  });

  it('is refused without a session', async () => {
    const json = { provider: 'small', id_token: await issuer.token(person()), link_identity: true };
    const answer = await system.call('/auth/v1/token?grant_type=id_token', { method: 'POST', json });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
  });
});
