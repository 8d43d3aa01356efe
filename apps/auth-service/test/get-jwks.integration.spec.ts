import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sessionMessages } from '@haru/contracts';
import { type AuthUnderTest, anon, contextOf, startAuthUnderTest } from './auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuthUnderTest();
});
afterAll(() => auth.close());

describe('getJwks', () => {
  it('answers the public half of every key, the signing one first', async () => {
    const jwks = await auth.client.call(sessionMessages.getJwks, {}, contextOf(anon));
    expect(jwks.keys).toEqual(
      auth.config.AUTH_SIGNING_KEYS.map(({ kid, x, y }) => ({
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
        kid,
        x,
        y,
      })),
    );
  });
});
