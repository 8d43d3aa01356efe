import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isRunning, spawnTypeScript, startS3, temporaryDirectory, waitFor, type TestProcess } from '@haru/testing';
import { z } from 'zod';
import { zipOf } from '../../apps/sites-service/test/zip-file.js';
import { AdminApi } from '../admin/admin-api.js';
import type { BackupStore } from '../backup/vault.js';
import { openStore } from '../backup/store.js';
import { bearer, fetchText, sendJson } from '../bench/harness/api.js';
import { say } from '../bench/harness/bench.js';
import { readSettings } from '../start/environment/settings.js';
import { restoreSystem } from '../start/restore.js';
import type { SystemDescription } from '../start/system.js';
import type { Check } from './check.js';
import { ownSettings } from './own-settings.js';

const START_WITHIN_MS = 180_000;
const WRITERS = 4;

const answerSchema = z.object({ site: z.object({ id: z.uuid(), path: z.string(), url: z.url() }) });
const sessionSchema = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) });
const rowsSchema = z.array(z.object({ path: z.string() }));

interface Published {
  key: string;
  html: string;
  path: string;
  url: string;
  at: number;
}

/** A backup into a bucket under load; then everything is destroyed and restored. */
export async function acceptBackups(check: Check): Promise<void> {
  const directory = await temporaryDirectory('haru-backups-');
  const s3 = await startS3();
  const env = {
    ...(await ownSettings(directory.path)),
    BACKUP_TARGET: `http://${s3.accessKeyId}:${s3.secretAccessKey}@${new URL(s3.endpoint).host}/backups/haru`,
    BACKUP_KEY: randomUUID() + randomUUID(),
    BACKUP_EVERY_HOURS: '1000',
  };
  let running: TestProcess | undefined;
  const start = async (): Promise<SystemDescription> => {
    running = spawnTypeScript(new URL('../start/main.ts', import.meta.url), { env });
    await running.waitForLine(/Haru is running/, START_WITHIN_MS);
    return JSON.parse(await readFile(join(env.HARU_DATA_DIR, 'dev.json'), 'utf8')) as SystemDescription;
  };
  try {
    const system = await start();
    const admin = new AdminApi(system.url, system.serviceRoleKey);
    const person = sessionSchema.parse(await sendJson(`${system.url}/auth/v1/signup`, {}));
    const tree = await publishTree(system.url, directory.path);
    const load = publishSteadily(system.url, person.access_token);
    const requests = await Promise.all([1, 2].map(() => admin.runBackup({ kind: 'backup' }, say)));
    const [{ backup, id } = { backup: null, id: '' }] = requests;
    check(
      'two requests make one backup',
      requests.every((run) => run.id === id),
      backup,
    );
    await delay(1_000);
    const published = await load.stop();
    await admin.runBackup({ kind: 'verify' }, say);

    running?.kill('SIGKILL');
    await waitFor(() => Object.values(system.pids).every((pid) => !isRunning(pid)), { timeoutMs: 60_000 });
    await rm(env.HARU_DATA_DIR, { recursive: true });
    const settings = readSettings([], 'built', env);
    const restored = await restoreSystem(settings, 'latest');
    say(restored.split('\n')[0] ?? '');
    const takenAt = Date.parse(/before (\S+Z)/.exec(restored)?.[1] ?? '');

    const again = await start();
    const before = published.filter(({ at }) => at < takenAt);
    let lost = 0;
    for (const { url, html } of before) if ((await fetchText(url).catch(String)) !== html) lost += 1;
    check('every page acknowledged before the backup is there', before.length > 0 && lost === 0, {
      ...{ backup, published: published.length, before: before.length, lost },
    });
    check('a page with several files is there', (await fetchText(tree)).includes('<script src'), tree);
    // The same keys again: what the backup has is answered, the rest is published once.
    let same = 0;
    for (const page of published) {
      if ((await publish(again.url, person.access_token, page)).path === page.path) same += 1;
    }
    const paths = await listPaths(again, person);
    check('a session and idempotency keys hold, and nothing is doubled', paths.length === published.length, {
      ...{ same, pages: paths.length, distinct: new Set(paths).size },
    });

    const apiAgain = new AdminApi(again.url, again.serviceRoleKey);
    await damage(await openStore(env.BACKUP_TARGET), `${backup}/database.000000`);
    const refused = await apiAgain.runBackup({ kind: 'verify', backup: String(backup) }, say).then(
      () => 'verified',
      (error: Error) => error.message,
    );
    check('a damaged backup is refused', refused.includes('damaged'), refused);
    const metrics = await fetchText(`${again.internalUrls['sites-worker']}/metrics`);
    const alarm = /^haru_backup_verification_failed 1$/m.test(metrics);
    check('the metric of the alert says so', alarm, metrics.match(/^haru_backup_.*$/gm));
    await running?.stop();
    const restoring = await restoreSystem(settings, String(backup)).catch(String);
    const isKept = existsSync(join(env.HARU_DATA_DIR, 'postgres/PG_VERSION'));
    check('its restore is refused, and the data stay', restoring.includes('damaged') && isKept, restoring);
    const foreign = readSettings([], 'built', { ...env, BACKUP_KEY: 'another key' });
    const wrongKey = await restoreSystem(foreign, String(backup)).catch(String);
    check('another key is refused by its id', wrongKey.includes('was made with the key'), wrongKey);
    const left = (await readdir(env.HARU_DATA_DIR)).filter((name) => ['incoming', 'start.pid'].includes(name));
    check('a refused restore leaves nothing behind', left.length === 0, left);
  } finally {
    await running?.stop();
    await s3.stop();
    await directory.remove();
  }
}

function publishSteadily(url: string, token: string) {
  const published: Published[] = [];
  let isOver = false;
  const write = async (): Promise<void> => {
    while (!isOver) {
      const [key, html] = [randomUUID(), `<!doctype html><title>${randomUUID()}</title>`];
      const { path, url: link } = await publish(url, token, { key, html });
      published.push({ key, html, path, url: link, at: Date.now() });
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  return {
    async stop(): Promise<Published[]> {
      isOver = true;
      await writers;
      return published;
    },
  };
}

async function publish(url: string, token: string, { key, html }: Pick<Published, 'key' | 'html'>) {
  const headers = { ...bearer(token), 'idempotency-key': key };
  const answer = await sendJson(`${url}/functions/v1/create-site`, { html_content: html }, headers);
  return answerSchema.parse(answer).site;
}

/** @returns the page's address */
async function publishTree(url: string, directory: string): Promise<string> {
  const archive = zipOf([
    { name: 'index.html', data: Buffer.from('<!doctype html><title>t</title><script src="a.js"></script>') },
    { name: 'a.js', data: Buffer.from('document.title = "a"') },
  ]);
  const file = join(directory, 'site.zip');
  await writeFile(file, archive);
  // Other clients than programs are sent to the screen.
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-T', file, `${url}/`]);
  return z.url().parse(stdout.trim());
}

async function listPaths(
  { url, anonKey }: SystemDescription,
  person: z.output<typeof sessionSchema>,
): Promise<string[]> {
  const headers = { apikey: anonKey, ...bearer(person.access_token) };
  const answer = await fetchText(`${url}/rest/v1/sites?select=path&user_id=eq.${person.user.id}`, { headers });
  return rowsSchema.parse(JSON.parse(answer)).map(({ path }) => path);
}

async function damage(store: BackupStore, name: string): Promise<void> {
  const bytes = await store.get(name);
  if (!bytes) throw new Error(`${name} is missing`);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await store.put(name, bytes);
}
