import { spawnTypeScript } from '@haru/testing';
import { describe, expect, it } from '@jest/globals';

const start = (closing = '') =>
  spawnTypeScript(new URL('./process.fixture.ts', import.meta.url), { env: { CLOSING: closing } });

describe('runProcess', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('closes and exits 0 on %s', async (signal) => {
    const child = start();
    await child.waitUntilReady();
    child.kill(signal);
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  it('exits immediately when asked twice', async () => {
    const child = start('never ends');
    await child.waitUntilReady();
    child.kill('SIGTERM');
    await child.waitForLine(/stopping/);
    child.kill('SIGTERM');
    expect(await child.exited).toEqual({ code: 1, signal: null });
  });

  it('exits 1 when it cannot start', async () => {
    const child = start('fails to start');
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.join('\n')).toContain('could not start');
  });

  describe('with several services', () => {
    const startTwo = (env: Record<string, string>) =>
      spawnTypeScript(new URL('./two-services.fixture.ts', import.meta.url), { env });

    it('gives each its own settings and logger, and closes the last one first', async () => {
      const child = startTwo({ PLACE: 'everywhere', COUNT: '1', AUTH_WORKER__PLACE: 'a worker' });
      await child.waitUntilReady();
      child.kill('SIGTERM');
      expect(await child.exited).toEqual({ code: 0, signal: null });
      const lines = child.lines.join('\n');
      expect(lines).toMatch(/"name":"auth-service","place":"everywhere","count":1/);
      expect(lines).toMatch(/"name":"auth-worker","place":"a worker","count":1/);
      expect(lines).toMatch(/"auth-worker","msg":"closed"[^]*"auth-service","msg":"closed"/);
    });

    it('names the faults of all settings', async () => {
      const child = startTwo({ AUTH_SERVICE__PLACE: 'here', COUNT: 'x' });
      expect(await child.exited).toEqual({ code: 1, signal: null });
      const lines = child.lines.join('\n');
      for (const fault of ['auth-service COUNT', 'auth-worker PLACE', 'auth-worker COUNT'])
        expect(lines).toContain(fault);
    });
  });
});
