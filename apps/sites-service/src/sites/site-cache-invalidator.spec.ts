import type { RequestClient } from '@haru/messaging';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { SiteCacheInvalidator } from './site-cache-invalidator.js';

const broadcast = jest.fn<(contract: object, payload: { paths: string[] }) => Promise<void>>();
const logger = { warn: jest.fn() };
const changes = new SiteCacheInvalidator({ broadcast } as unknown as RequestClient, logger);

beforeEach(() => {
  broadcast.mockReset();
  logger.warn.mockReset();
});

it('tells of changes that are announced at the same time in one message', async () => {
  await Promise.all([
    changes.announce(['a']),
    changes.announce(['b', 'c']),
    changes.announce([]),
    changes.announce(['d', 'e']),
  ]);
  const sent = broadcast.mock.calls.map(([, { paths }]) => paths);
  expect(sent.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(sent.length).toBeLessThan(3);
});

it('does not fail while Redis is away', async () => {
  broadcast.mockRejectedValue(new Error('away'));
  await Promise.all([changes.announce(['a']), changes.announce(['b'])]);
  expect(logger.warn).toHaveBeenCalledTimes(2);
});
