import { describe, expect, it } from '@jest/globals';
import { makeSigningKey } from '../test/signing-key.js';
import { parseEnv } from '@haru/service-runtime';
import { serviceEnv } from './config.js';

const environment = {
  DATABASE_URL: 'postgres://haru@localhost:5432/haru_auth',
  REDIS_URL: 'redis://localhost:6379',
  PUBLIC_ORIGIN: 'http://localhost:3000',
  PAGES_ORIGIN: 'http://localhost:3001',
  AUTH_SIGNING_KEYS: JSON.stringify({ keys: [makeSigningKey('a')] }),
  AUTH_REFRESH_TOKEN_SECRET: 'x'.repeat(32),
};

describe('the environment', () => {
  it('has defaults for what need not be chosen', () => {
    expect(parseEnv(serviceEnv, environment)).toMatchObject({
      AUTH_ACCESS_TOKEN_TTL: 3600,
      AUTH_REFRESH_REUSE_INTERVAL: 10,
      AUTH_TEMP_EMAIL_DOMAIN: 'temp.invalid',
      DATABASE_POOL_SIZE: 10,
    });
  });

  it.each([
    ['PUBLIC_ORIGIN', 'http://localhost:3000/'],
    ['PUBLIC_ORIGIN', 'localhost:3000'],
    ['PAGES_ORIGIN', 'http://localhost:3000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['REDIS_URL', 'http://localhost'],
    ['AUTH_SIGNING_KEYS', '{"keys":[]}'],
    ['AUTH_REFRESH_TOKEN_SECRET', 'x'.repeat(31)],
    ['AUTH_ACCESS_TOKEN_TTL', '0'],
    ['AUTH_REFRESH_REUSE_INTERVAL', '-1'],
    ['AUTH_TEMP_EMAIL_DOMAIN', 'example.com'],
    ['AUTH_TEMP_EMAIL_DOMAIN', 'notinvalid'],
  ])('refuses %s=%s by name, without its value', (name, value) => {
    const read = () => parseEnv(serviceEnv, { ...environment, [name]: value });
    expect(read).toThrow(new RegExp(`1 fault\\(s\\):\\s+${name}: `));
    expect(read).not.toThrow(new RegExp(value.replaceAll(/[^a-z0-9]/gi, '\\$&')));
  });

  it('lists every fault in one error', () => {
    expect(() => parseEnv(serviceEnv, {})).toThrow(/has 6 fault/);
  });
});
