import { describe, expect, it } from '@jest/globals';
import { LargePages } from './large-pages.js';

const page = 'x'.repeat(65_537);

/** Takes turns with pages whose publishing the test ends. */
function publishing() {
  const large = new LargePages(6);
  const begun: number[] = [];
  const end = Promise.withResolvers<void>();
  const take = (index: number) =>
    large.take(page, async () => {
      begun.push(index);
      await end.promise;
      return index;
    });
  return { large, begun, end: end.resolve, take };
}

describe('large pages', () => {
  it('are published two at a time, with a pause, and answered without it', async () => {
    const { begun, end, take } = publishing();
    const all = [0, 1, 2].map(take);
    expect(begun).toEqual([0, 1]);
    end();
    expect(await Promise.all(all.slice(0, 2))).toEqual([0, 1]);
    expect(begun).toEqual([0, 1]);
    expect(await all[2]).toBe(2);
  });

  it('are refused while 32 wait, and small ones never are', async () => {
    const { large, end, take } = publishing();
    const all = Promise.allSettled(Array.from({ length: 34 }, (_, index) => take(index)));
    await expect(take(34)).rejects.toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: 2 });
    expect(await large.take('small', () => Promise.resolve('published'))).toBe('published');
    end();
    expect((await all).map(({ status }) => status)).toEqual(Array(34).fill('fulfilled'));
  });

  it('are refused when they would wait for longer than six seconds', async () => {
    const { begun, end, take } = publishing();
    const all = Promise.allSettled([take(0), take(1)]);
    await expect(take(2)).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    end();
    await all;
    expect(begun).toEqual([0, 1]);
  });

  it('are published immediately where there is no limit', async () => {
    const large = new LargePages(0);
    const end = Promise.withResolvers<void>();
    const all = Array.from({ length: 20 }, () => large.take(page, () => end.promise));
    expect(await large.take(page, () => Promise.resolve('published'))).toBe('published');
    end.resolve();
    await Promise.all(all);
  });

  it('fail with what publishing fails with', async () => {
    const fault = new Error('its own');
    await expect(new LargePages(6).take(page, () => Promise.reject(fault))).rejects.toBe(fault);
  });
});
