import { beforeEach, describe, expect, it } from '@jest/globals';
import { Progress } from './progress.js';
import { Readiness } from './readiness.js';

describe('liveness as progress', () => {
  const passIf = (passes: () => boolean) => async () => {
    if (!passes()) throw new Error('unavailable');
  };
  let now = 0;
  let isWell = false;
  let answersOthers = true;
  let readiness: Readiness;
  let progress: Progress;
  beforeEach(() => {
    [now, isWell, answersOthers] = [0, false, true];
    readiness = new Readiness();
    readiness.enter('running');
    readiness.watch(
      'redis',
      passIf(() => isWell),
      passIf(() => answersOthers),
    );
    progress = new Progress(readiness, () => now);
  });

  const lookAfter = async (seconds: number) => {
    for (const end = now + seconds * 1_000; now < end; now += 10_000) await progress.check();
    await progress.check();
    return progress.stuck;
  };

  it('ends two minutes after a check began to fail whose dependency answers others', async () => {
    expect(await lookAfter(110)).toEqual([]);
    expect(await lookAfter(10)).toEqual(['redis']);
  });

  it('does not end while the dependency is unavailable for everybody', async () => {
    answersOthers = false;
    expect(await lookAfter(3_600)).toEqual([]);
  });

  it('starts from zero with each success', async () => {
    await lookAfter(110);
    isWell = true;
    await progress.check();
    isWell = false;
    expect(await lookAfter(110)).toEqual([]);
  });

  it('does not end while the check passes, however late: that is overload', async () => {
    const slow: (() => void)[] = [];
    isWell = true;
    readiness.watch(
      'database',
      () => new Promise<void>((resolve) => void slow.push(resolve)),
      passIf(() => true),
    );
    for (let looks = 0; looks < 3; looks += 1) {
      now += 60_000;
      await progress.check();
      for (const resolve of slow.splice(0)) resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(progress.stuck).toEqual([]);
    // The last answer does not arrive.
    await progress.check();
    now += 120_000;
    await progress.check();
    expect(progress.stuck).toEqual(['database']);
  });

  it('is back when the check passes', async () => {
    await lookAfter(130);
    isWell = true;
    expect(await lookAfter(0)).toEqual([]);
  });

  it('does not count the time in which the process starts or stops', async () => {
    await lookAfter(110);
    readiness.enter('stopping');
    expect(await lookAfter(130)).toEqual([]);
  });
});
