import { describe, expect, it } from '@jest/globals';
import { Readiness } from './readiness.js';

describe('Readiness', () => {
  it('is ready between start and stop only', async () => {
    const readiness = new Readiness();
    expect(await readiness.report()).toEqual({ ready: false, phase: 'starting', checks: {} });
    readiness.enter('running');
    expect(await readiness.report()).toMatchObject({ ready: true });
    readiness.enter('stopping');
    expect(await readiness.report()).toMatchObject({ ready: false });
  });

  it('counts checks of one name as one, with the first fault, until they are taken out', async () => {
    const readiness = new Readiness();
    readiness.enter('running');
    readiness.watch('redis', () => Promise.resolve());
    const unwatch = readiness.watch('redis', () => Promise.reject(new Error('unavailable')));
    readiness.watch('redis', () => Promise.resolve());
    expect(await readiness.report()).toEqual({ ready: false, phase: 'running', checks: { redis: 'unavailable' } });
    unwatch();
    expect(await readiness.report()).toEqual({ ready: true, phase: 'running', checks: { redis: 'ok' } });
  });

  it('gives up a check that hangs, and does not ask it again meanwhile', async () => {
    const readiness = new Readiness();
    readiness.enter('running');
    let asked = 0;
    readiness.watch('database', () => {
      asked++;
      return new Promise(() => undefined);
    });
    const reports = await Promise.all([readiness.report(), readiness.report()]);
    for (const report of reports) expect(report.checks).toEqual({ database: 'no answer within 1000 ms' });
    expect(asked).toBe(1);
  });
});
