import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { RedisClock } from './redis-clock.js';

/** The clock of this Redis is on another machine and 5 s ahead. */
class TimeServer extends EventEmitter {
  readonly status = 'ready';
  offsetMs = performance.timeOrigin + 5_000;
  asked = 0;

  time(): Promise<[number, number]> {
    this.asked += 1;
    const now = performance.now() + this.offsetMs;
    return Promise.resolve([Math.floor(now / 1_000), Math.round((now % 1_000) * 1_000)]);
  }
}

describe('the clock of Redis, on a machine whose clock steps', () => {
  let server: TimeServer;
  let clock: RedisClock;
  let stepMs = 0;
  beforeEach(async () => {
    jest.useFakeTimers();
    stepMs = 0;
    const machine = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => machine() + stepMs);
    server = new TimeServer();
    clock = new RedisClock(server as unknown as Redis);
    await clock.sync();
  });
  afterEach(() => {
    clock.stop();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const errorMs = () => Math.abs(clock.now() - (performance.now() + server.offsetMs));

  it.each([10_000, -10_000, 3_600_000])('is right immediately after a step of %s ms', (ms) => {
    stepMs = ms;
    expect(errorMs()).toBeLessThan(5);
  });

  it('asks Redis within a second of a step, whose own clock may have stepped too', async () => {
    stepMs = 60_000;
    server.offsetMs += 60_000;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(errorMs()).toBeLessThan(5);
    expect(server.asked).toBe(2);
  });

  it('asks every 30 s where nothing steps', async () => {
    await jest.advanceTimersByTimeAsync(29_000);
    expect(server.asked).toBe(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(server.asked).toBe(2);
  });
});
