import { openRedis } from '@haru/service-runtime';
import { expect, it } from '@jest/globals';
import { Failures } from './failures.js';

it('logs one line without a stack while Redis is unavailable', async () => {
  const lines: unknown[][] = [];
  const redis = openRedis('redis://127.0.0.1:1', 'test', { warn: () => undefined, log: () => undefined });
  const failures = new Failures(redis, { warn: (...line: unknown[]) => void lines.push(line) });
  for (let i = 0; i < 3; i++) await failures.note();
  redis.disconnect();
  expect(lines).toEqual([['failed answers are not counted while Redis is unavailable']]);
});
