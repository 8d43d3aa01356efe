import type { RequestClient } from '@haru/messaging';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type ManifestChanges, SiteCacheInvalidator } from './site-cache-invalidator.js';

const broadcast = jest.fn<(contract: object, payload: { paths: string[] }) => Promise<void>>();
const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
const changes = new SiteCacheInvalidator({ broadcast } as unknown as RequestClient);

beforeEach(() => {
  broadcast.mockReset();
  warn.mockClear();
});

it('announces concurrent changes in one message', async () => {
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

it('does not fail while Redis is not available', async () => {
  broadcast.mockRejectedValue(new Error('unavailable'));
  await Promise.all([changes.announce(['a']), changes.announce(['b'])]);
  expect(warn).toHaveBeenCalledTimes(2);
});

it('waits for the manifests for a second at most, and then leaves them to the events for a while', async () => {
  broadcast.mockResolvedValue(undefined);
  const write = jest.fn<ManifestChanges['write']>(() => new Promise(() => undefined));
  const remove = jest.fn<ManifestChanges['remove']>();
  const withManifests = new SiteCacheInvalidator({ broadcast } as unknown as RequestClient, { write, remove });
  const startedAt = performance.now();
  await withManifests.announce(['a']);
  expect(performance.now() - startedAt).toBeGreaterThan(900);
  await withManifests.announce(['b']);
  expect(performance.now() - startedAt).toBeLessThan(1_900);
  expect(write.mock.calls.map(([paths]) => paths)).toEqual([['a']]);
  expect(warn).toHaveBeenCalledTimes(1);
});

it('tells viewers of a change of who may see a page when its manifest is written, or cannot be', async () => {
  const written = Promise.withResolvers<void>();
  const write = jest.fn<ManifestChanges['write']>().mockReturnValueOnce(written.promise);
  const remove = jest.fn<ManifestChanges['remove']>();
  const withManifests = new SiteCacheInvalidator({ broadcast } as unknown as RequestClient, { write, remove });
  broadcast.mockResolvedValue(undefined);
  const announced = withManifests.announceAccess(['a']);
  await Promise.resolve();
  expect(broadcast).not.toHaveBeenCalled();
  written.resolve();
  await announced;
  expect(broadcast).toHaveBeenCalledTimes(1);
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  write.mockRejectedValueOnce(new Error('in a test'));
  await expect(withManifests.announceAccess(['a'])).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
  expect(broadcast).toHaveBeenCalledTimes(2);
});
