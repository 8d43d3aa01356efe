import { beforeAll, describe, expect, it } from '@jest/globals';
import { jwksAnswerSchema, sessionAnswerSchema, userAnswerSchema } from '@haru/contracts';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { CallInit, RunningSystem } from './start-system.js';

let system: RunningSystem;

beforeAll(async () => {
  system = await sharedSystem();
}, START_WITHIN_MS);

const refresh = (refresh_token: unknown) =>
  system.call('/auth/v1/token?grant_type=refresh_token', { method: 'POST', json: { refresh_token } });

async function expectRefusal(answer: Response, status: number, code: string) {
  const body = (await answer.json()) as { code: string; message: string };
  expect({ status: answer.status, code: body.code }).toEqual({ status, code });
  expect(typeof body.message).toBe('string');
  // Without the echo the public client ignores the code.
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
}

describe('temporary accounts', () => {
  it('are made with a session whose token verifies against the JWKS', async () => {
    const answer = await system.call('/auth/v1/signup', {
      method: 'POST',
      json: { data: { a: 1 }, gotrue_meta_security: {} },
    });
    expect(answer.status).toBe(200);
    const session = sessionAnswerSchema.parse(await answer.json());
    expect(session.user).toMatchObject({ is_anonymous: true, user_metadata: { a: 1 }, identities: [] });
    expect(session.user.email).toMatch(/@temp\.invalid$/);
    const jwks = await system.call('/auth/v1/.well-known/jwks.json');
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
    const keys = createLocalJWKSet(jwksAnswerSchema.parse(await jwks.json()));
    const { payload } = await jwtVerify(session.access_token, keys, {
      algorithms: ['ES256'],
      issuer: `${system.origin}/auth/v1`,
      audience: 'authenticated',
    });
    expect(payload).toMatchObject({ sub: session.user.id, exp: session.expires_at, is_anonymous: true, aal: 'aal1' });
  });
});

describe('refresh', () => {
  it('rotates, and parallel refreshes agree', async () => {
    const first = await system.signUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token)));
    const tokens = await Promise.all(
      answers.map(async (answer) => sessionAnswerSchema.parse(await answer.json()).refresh_token),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(first.refresh_token);
  });

  it('rejects an unknown token with 401', async () => {
    await expectRefusal(await refresh('short'), 400, 'validation_failed');
    await expectRefusal(await refresh(7), 400, 'validation_failed');
    await expectRefusal(await refresh('A'.repeat(60)), 400, 'refresh_token_not_found');
    await expectRefusal(
      await system.call('/auth/v1/token?grant_type=nothing', { method: 'POST', json: {} }),
      400,
      'invalid_credentials',
    );
  });
});

describe('user', () => {
  const user = (init: CallInit) => system.call('/auth/v1/user', init);

  it('is the account of the token', async () => {
    const session = await system.signUp();
    const answer = await user({ token: session.access_token });
    expect(userAnswerSchema.parse(await answer.json()).id).toBe(session.user.id);
  });

  it('requires a valid token', async () => {
    await expectRefusal(await user({}), 403, 'bad_jwt');
    await expectRefusal(await user({ headers: { authorization: '' } }), 401, 'no_authorization');
    await expectRefusal(await user({ token: 'a.b.c' }), 403, 'bad_jwt');
  });

  it('is refused in the older shape to older clients', async () => {
    const answer = await user({ token: 'a.b.c', headers: { 'x-supabase-api-version': '' } });
    expect(answer.headers.get('x-supabase-api-version')).toBeNull();
    expect(await answer.json()).toMatchObject({
      code: 403,
      error_code: 'bad_jwt',
      msg: 'invalid JWT: unable to parse or verify signature',
    });
  });
});

describe('logout', () => {
  it('ends the session immediately, everywhere', async () => {
    const session = await system.signUp();
    await system.call('/auth/v1/user', { token: session.access_token });
    const answer = await system.call('/auth/v1/logout?scope=local', { method: 'POST', token: session.access_token });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    await expectRefusal(await system.call('/auth/v1/user', { token: session.access_token }), 403, 'session_not_found');
    await expectRefusal(await refresh(session.refresh_token), 400, 'refresh_token_not_found');
    const count = await system.call('/rest/v1/sites?select=*&is_active=eq.true', {
      method: 'HEAD',
      token: session.access_token,
    });
    expect(count.status).toBe(401);
  });

  it('without a scope, or with an empty one, ends all sessions', async () => {
    for (const query of ['', '?scope=']) {
      const { access_token: token } = await system.signUp();
      expect((await system.call(`/auth/v1/logout${query}`, { method: 'POST', token })).status).toBe(204);
      expect((await system.call('/auth/v1/user', { token })).status).toBe(403);
    }
  });

  it('knows three scopes', async () => {
    const { access_token: token } = await system.signUp();
    await expectRefusal(
      await system.call('/auth/v1/logout?scope=all', { method: 'POST', token }),
      400,
      'validation_failed',
    );
  });
});

it('answers 404 with a code for what the auth API has not', async () => {
  await expectRefusal(await system.call('/auth/v1/sso', { method: 'POST', json: {} }), 404, 'saml_provider_disabled');
  await expectRefusal(await system.call('/auth/v1/authorize'), 404, 'feature_disabled');
});

it('refuses a body over 1 MiB', async () => {
  const answer = await system.call('/auth/v1/signup', { method: 'POST', json: { data: { a: 'x'.repeat(1_048_576) } } });
  await expectRefusal(answer, 413, 'request_entity_too_large');
});

it('refuses a body that nests too deep', async () => {
  const body = `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
  const headers = { 'content-type': 'application/json' };
  await expectRefusal(await system.call('/auth/v1/signup', { method: 'POST', body, headers }), 400, 'bad_json');
});
