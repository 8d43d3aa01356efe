import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { makeUnsubscribeToken, readUnsubscribeToken } from './unsubscribe-token.js';

const secret = 'the secret of the tests';

it('names its account', () => {
  const id = randomUUID();
  const token = makeUnsubscribeToken(secret, id);
  expect(token).toMatch(/^[A-Za-z0-9_-]{64}$/);
  expect(readUnsubscribeToken(secret, token)).toBe(id);
});

it('is refused when it is altered, or made with another secret', () => {
  const token = makeUnsubscribeToken(secret, randomUUID());
  const [first = ''] = token;
  const altered = (first === 'A' ? 'B' : 'A') + token.slice(1);
  for (const wrong of [altered, token.slice(0, -1), `${token}=`, `${token}A`, '', 'x']) {
    expect(readUnsubscribeToken(secret, wrong)).toBeUndefined();
  }
  expect(readUnsubscribeToken('another secret', token)).toBeUndefined();
});
