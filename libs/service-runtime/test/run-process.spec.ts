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
});
