import { freePort, spawnTypeScript, waitFor, type TestProcess } from '@haru/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let url: string;
let process: TestProcess;

const start = async (env: Record<string, string> = {}): Promise<void> => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  process = spawnTypeScript(new URL('./process.fixture.ts', import.meta.url), {
    env: { INTERNAL_PORT: String(port), INTERNAL_HOST: '127.0.0.1', ...env },
  });
  await process.waitUntilReady();
};
const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status;
const report = async (): Promise<unknown> => (await fetch(`${url}/health/ready`)).json();

afterEach(async () => {
  process.kill('SIGKILL');
  await process.exited;
});

describe('the internal port', () => {
  beforeEach(() => start({ CLOSING: 'never ends' }));

  it('is ready while what it needs answers, and alive all the same', async () => {
    expect(await report()).toEqual({ ready: true, phase: 'running', checks: { database: 'ok' } });
    process.kill('SIGUSR2');
    await waitFor(async () => (await statusOf('/health/ready')) === 503, { what: 'not ready' });
    expect(await report()).toEqual({ ready: false, phase: 'running', checks: { database: 'unavailable' } });
    expect(await statusOf('/health/live')).toBe(200);
    process.kill('SIGUSR2');
    await waitFor(async () => (await statusOf('/health/ready')) === 200, { what: 'ready again' });
    await process.waitForLine(/not ready/);
    expect(process.lines.filter((line) => line.includes('not ready'))).toHaveLength(1);
  });

  it('is not ready from SIGTERM on, and answers until the end', async () => {
    process.kill('SIGTERM');
    await process.waitForLine(/stopping/);
    expect(await report()).toMatchObject({ ready: false, phase: 'stopping' });
    expect(await statusOf('/health/live')).toBe(200);
    expect(await statusOf('/metrics')).toBe(200);
  });

  it('serves metrics, and nothing else', async () => {
    const answer = await fetch(`${url}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await answer.text();
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(text).toMatch(/^haru_ready 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S/m);
    expect(await statusOf('/')).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});

describe('a delay before the end', () => {
  it('lets the process serve on, not ready, for that long after SIGTERM', async () => {
    await start({ SHUTDOWN_DELAY_MS: '1500' });
    const asked = Date.now();
    process.kill('SIGTERM');
    await process.waitForLine(/stopping/);
    expect(await statusOf('/health/ready')).toBe(503);
    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(Date.now() - asked).toBeGreaterThanOrEqual(1_490);
  });

  it('ends immediately when asked twice', async () => {
    await start({ SHUTDOWN_DELAY_MS: '60000' });
    process.kill('SIGTERM');
    await process.waitForLine(/stopping/);
    process.kill('SIGTERM');
    expect(await process.exited).toEqual({ code: 1, signal: null });
  });

  it('is told what is wrong with the environment', async () => {
    await expect(start({ SHUTDOWN_DELAY_MS: 'soon' })).rejects.toThrow(/SHUTDOWN_DELAY_MS/);
  });
});
