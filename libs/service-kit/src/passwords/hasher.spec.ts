import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isRunning, waitFor } from '@haru/testing';
import { Logger } from '@nestjs/common';
import { Hasher } from './hasher.js';

const cheap = { memoryKib: 1024, iterations: 1, parallelism: 1 };
const dear = { memoryKib: 65_536, iterations: 8, parallelism: 1 };

let hasher: Hasher;
beforeEach(() => {
  Logger.overrideLogger(false);
  hasher = new Hasher(2);
});
afterEach(() => hasher.close());

function kill(): void {
  const { pid } = hasher;
  if (pid === undefined) throw new Error('there is no process to kill');
  process.kill(pid, 'SIGKILL');
}

describe('Hasher', () => {
  it('hashes with a lower priority in a small process', async () => {
    await Promise.all([hasher.hash('one', cheap), hasher.hash('two', cheap)]);
    const pid = hasher.pid ?? 0;
    expect(getPriority(pid)).toBe(Math.max(getPriority(), 5));
    const residentKib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    expect(residentKib / 1024).toBeLessThan(100);
  });

  it('keeps a priority that is already lower, because only root may raise it', async () => {
    const entry = fileURLToPath(new URL('hasher-process.ts', import.meta.url));
    const child = spawn('nice', ['-n', '9', process.execPath, entry], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.send({ id: 1, do: 'hash', password: 'one', cost: cheap });
    await once(child, 'message');
    expect(getPriority(child.pid)).toBe(getPriority() + 9);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('takes passwords as they are, lone surrogates and NULs too', async () => {
    for (const password of ['パスワード', 'a\u0000b', '\ud800', '👩‍👩‍👧']) {
      const hash = await hasher.hash(password, cheap);
      expect(await hasher.verify(hash, password)).toBe(true);
      expect(await hasher.verify(hash, `${password} `)).toBe(false);
    }
  });

  it('reports an invalid hash and hashes the next password', async () => {
    await expect(hasher.verify('no hash', 'secret')).rejects.toThrow();
    await expect(hasher.hash('secret', cheap)).resolves.toContain('argon2id');
  });

  it('replaces a process that dies, and repeats its unfinished hashes', async () => {
    await hasher.hash('secret', cheap);
    const first = hasher.pid;
    const underWay = [hasher.hash('one', dear), hasher.hash('two', dear)];
    kill();
    for (const hash of await Promise.all(underWay)) expect(hash).toContain('argon2id');
    expect(hasher.pid).not.toBe(first);
  });

  it('ends its process when there is nothing to do, and starts another', async () => {
    const resting = new Hasher(1, 10);
    await resting.hash('one', cheap);
    const first = resting.pid ?? 0;
    await waitFor(() => !isRunning(first), { what: 'the end of the process' });
    expect(resting.pid).toBeUndefined();
    await expect(resting.hash('two', cheap)).resolves.toContain('argon2id');
    await resting.close();
  });

  it('repeats a hash that ends its process only once', async () => {
    const outcome = expect(hasher.hash('secret', dear)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: 1,
    });
    const first = hasher.pid;
    kill();
    await waitFor(() => hasher.pid !== undefined && hasher.pid !== first, { what: 'a second process' });
    kill();
    await outcome;
  });

  it('refuses hashes after it was closed', async () => {
    await hasher.hash('secret', cheap);
    await hasher.close();
    await expect(hasher.hash('secret', cheap)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
