import { askingRedis, WatchedRedis } from '@haru/service-runtime';
import { afterAll, expect, it } from '@jest/globals';
import { PointCounters, type Take } from './point-counters.js';

/** It never connects, so everything is counted in memory; the specs over HTTP count in Redis. */
const redis = new WatchedRedis('redis://127.0.0.1:1', { ...askingRedis, lazyConnect: true, retryStrategy: () => null });
redis.on('error', () => undefined);
afterAll(() => redis.disconnect());

const pages = (points = 1): Take => ({ name: 'anonymousPages', key: '192.0.2.0/24', points, max: 2, seconds: 60 });
const bytes = (points: number): Take => ({ name: 'anonymousBytes', key: '192.0.2.0/24', points, max: 9, seconds: 60 });
const pointsOf = async (counters: PointCounters, ...takes: Take[]) =>
  (await counters.take(takes)).map(({ points }) => points);

it('counts in memory while Redis is unavailable, and takes nothing where one bound would be exceeded', async () => {
  const counters = new PointCounters(redis);
  expect(await pointsOf(counters, pages(), bytes(5))).toEqual([1, 5]);
  expect(await pointsOf(counters, pages(), bytes(5))).toEqual([2, 10]);
  expect(await pointsOf(counters, pages(), bytes(4))).toEqual([2, 9]);
});

it('gives points back', async () => {
  const counters = new PointCounters(redis);
  expect(await pointsOf(counters, pages(2))).toEqual([2]);
  await counters.giveBack([pages(2)]);
  expect(await pointsOf(counters, pages(2))).toEqual([2]);
  expect(await pointsOf(counters, { ...pages(2), key: '198.51.100.0/24' })).toEqual([2]);
});
