import { beforeEach, expect, it } from '@jest/globals';
import { FailedCredentials } from './failed-credentials.js';

let now: number;
let failed: FailedCredentials;

beforeEach(() => {
  now = 1_000;
  failed = new FailedCredentials(0.01, () => now);
});

function fail(client: string, times: number): void {
  for (let count = 0; count < times; count++) failed.note(client);
}

it('blocks one client for the rest of the minute', () => {
  fail('a', 5);
  expect(failed.blockedSeconds('a')).toBeUndefined();
  now += 20_000;
  fail('a', 1);
  expect(failed.blockedSeconds('a')).toBe(40);
  expect(failed.blockedSeconds('b')).toBeUndefined();
});

it('counts from zero after a minute', () => {
  fail('a', 6);
  now += 60_001;
  expect(failed.blockedSeconds('a')).toBeUndefined();
  fail('a', 5);
  expect(failed.blockedSeconds('a')).toBeUndefined();
});
