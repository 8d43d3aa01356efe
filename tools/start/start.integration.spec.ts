import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isAcceptance,
  isRunning,
  spawnTypeScript,
  temporaryDirectory,
  waitFor,
  type TemporaryDirectory,
  type TestProcess,
} from '@haru/testing';
import { AdminApi } from '../admin/admin-api.js';
import type { SystemDescription } from './system.js';
import { ownDataAndPorts } from './temporary-system.js';

const MAIN = new URL('./main.ts', import.meta.url);
/** On a busy machine, with a build before it. */
const START_WITHIN_MS = 180_000;
/** Services that share a process are named together, unless `SEPARATE_PROCESSES` is set. */
const killed: [name: string, line: RegExp][] = [['sites-service', /sites(-service)? is back/]];
if (isAcceptance) killed.unshift(['postgres', /PostgreSQL is back/], ['redis', /Redis is back/]);

describe('npm start', () => {
  let directory: TemporaryDirectory;
  let env: Record<string, string>;
  let started: TestProcess | undefined;

  const start = async (): Promise<SystemDescription> => {
    started = spawnTypeScript(MAIN, { env });
    await started.waitForLine(/Haru is running/, START_WITHIN_MS);
    return JSON.parse(await readFile(descriptionFile(), 'utf8')) as SystemDescription;
  };
  const descriptionFile = (): string => join(env['HARU_DATA_DIR'] ?? '', 'dev.json');
  const createSite = ({ url }: SystemDescription): Promise<Response> =>
    fetch(`${url}/functions/v1/create-site`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ html_content: '<h1>やあ</h1>' }),
    });
  const survivors = ({ pids }: SystemDescription): string[] =>
    Object.entries(pids).flatMap(([name, pid]) => (isRunning(pid) ? [name] : []));

  beforeAll(async () => {
    directory = await temporaryDirectory('haru-start-');
    env = await ownDataAndPorts(directory.path);
  });
  afterAll(async () => {
    await started?.stop();
    await directory.remove();
  });

  it(
    'publishes, keeps the data between starts, brings back what dies, and leaves nothing behind',
    async () => {
      const first = await start();
      expect(Object.keys(first.pids)).toEqual(
        expect.arrayContaining([
          'postgres',
          'redis',
          'auth-service',
          'auth-worker',
          'sites-service',
          'sites-worker',
          'sites-uploads',
          'sites-viewer',
          'feedback-service',
          'feedback-worker',
          'gateway',
        ]),
      );
      expect(Object.keys(first.internalUrls).sort()).toEqual(
        Object.keys(first.pids)
          .filter((name) => !['start', 'postgres', 'redis'].includes(name))
          .sort(),
      );
      for (const internalUrl of Object.values(first.internalUrls)) {
        expect(await (await fetch(`${internalUrl}/health/ready`)).json()).toMatchObject({ ready: true });
      }
      const answer = await createSite(first);
      const { site } = (await answer.json()) as { site: { url: string } };
      expect(await (await fetch(site.url)).text()).toContain('<h1>やあ</h1>');

      const admin = new AdminApi(first.url, first.serviceRoleKey);
      const { backup } = await admin.runBackup({ kind: 'backup' }, () => undefined);
      expect(await admin.runBackup({ kind: 'verify' }, () => undefined)).toMatchObject({ backup, error: null });

      // A second start is refused before it touches anything, naming the ports and what to do.
      const second = spawnTypeScript(MAIN, { env });
      expect(await second.exited).toMatchObject({ code: 1 });
      expect(second.lines.join('\n')).toContain(`Port ${env['PORT']} (for the app) is taken`);

      // With Postgres and Redis gone for a moment too, everything connects again and the data is there.
      for (const [name, line] of killed) {
        process.kill(first.pids[name] ?? 0, 'SIGKILL');
        await started?.waitForLine(line, START_WITHIN_MS);
      }
      await waitFor(async () => (await fetch(`${first.url}/readyz`)).ok, { timeoutMs: 60_000, what: 'the gateway' });
      const shown = async (): Promise<string> => (await fetch(site.url)).text();
      await waitFor(async () => (await shown()).includes('<h1>やあ</h1>'), { timeoutMs: 60_000, what: 'the page' });
      const publish = async (): Promise<boolean> => (await createSite(first)).ok;
      await waitFor(publish, { timeoutMs: 60_000, what: 'publishing', everyMs: 500 });
      const { pids } = JSON.parse(await readFile(descriptionFile(), 'utf8')) as SystemDescription;
      expect(
        Object.keys(pids)
          .filter((name) => pids[name] !== first.pids[name])
          .sort(),
      ).toEqual(
        Object.keys(pids)
          .filter((name) => killed.some(([one]) => first.pids[one] === first.pids[name]))
          .sort(),
      );
      expect(survivors({ ...first, pids }).sort()).toEqual(Object.keys(pids).sort());

      expect(await started?.stop()).toMatchObject({ code: 0 });
      expect(survivors({ ...first, pids })).toEqual([]);
      expect(existsSync(descriptionFile())).toBe(false);

      if (!isAcceptance) return;
      const again = await start();
      expect(again.anonKey).toBe(first.anonKey);
      expect(await (await fetch(site.url)).text()).toContain('<h1>やあ</h1>');

      // Killed without a chance to clear up: the reaper does.
      started?.kill('SIGKILL');
      await waitFor(() => survivors(again).length === 0, { timeoutMs: 30_000, what: 'the reaper' });
    },
    2 * START_WITHIN_MS,
  );
});
