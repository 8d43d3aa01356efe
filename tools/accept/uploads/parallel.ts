import { query, spawnTypeScript, waitFor } from '@haru/testing';
import { FolderStore } from '../../../apps/sites-service/src/storage/html-storage/folder-store.js';
import { S3Bucket } from '../../../apps/sites-service/src/storage/html-storage/s3-bucket.js';
import { htmlStorageEnv } from '../../../apps/sites-service/src/storage/html-storage/storage-env.js';
import { residentMib } from '../../bench/harness/processes.js';
import type { System } from '../../start/system.js';
import type { Check } from '../check.js';
import { bytesOf, html, MAX_GROWTH_MIB, MIB } from './samples.js';
import { type Files, isShown, UploadClient } from './upload-client.js';

const PARALLEL = 50;
const FILES_EACH = 10;
/** The pages of the account together are larger. */
export const QUOTA_BYTES = 100 * MIB;
/** Each of these is ended once while files are sent. `sites` has sites-uploads. */
const ENDED = ['sites', 'postgres', 'gateway', 'redis', 'accounts', 'sites-viewer'];
const WAIT_MS = 120_000;

const UNUSED = `
  SELECT encode(hash, 'hex') AS hash FROM files
  WHERE NOT EXISTS (SELECT FROM content_files WHERE file_hash = files.hash)`;
/** Makes uploads and files that nothing uses two days older. */
const AGE = `
  WITH ended AS (UPDATE uploads SET expires_at = expires_at - interval '2 days')
  UPDATE files SET touched_at = touched_at - interval '2 days'
  WHERE NOT EXISTS (SELECT FROM content_files WHERE file_hash = files.hash)`;
const ACCOUNT = `
  SELECT count(*)::integer AS pages, sum(bytes)::integer AS bytes, (SELECT sum(live_bytes)::integer FROM (
      SELECT user_id, live_bytes FROM account_storage UNION ALL SELECT user_id, live_bytes FROM account_storage_deltas
    ) AS used WHERE used.user_id = sites.user_id) AS counted
  FROM sites WHERE user_id = (SELECT user_id FROM sites WHERE id = $1) GROUP BY user_id`;

/** One account sends pages in parallel, while processes are ended and unused files are removed. */
export async function acceptParallel(check: Check, system: System, storage: Record<string, string>): Promise<void> {
  const { description, processes } = system;
  const database = description.databaseUrls.sites;
  const client = new UploadClient(description.url);
  const pages = Array.from({ length: PARALLEL }, (_, at): Files => {
    const names = Array.from({ length: FILES_EACH }, (_name, file) => `${file}.bin`);
    const content = Object.fromEntries(names.map((name) => [name, Buffer.alloc(256 * 1024, bytesOf(64))]));
    return { 'index.html': html(`page ${at}`), ...content };
  });
  // The same files are sent again below, while they are removed.
  for (const files of pages.slice(0, 5)) await client.upload(files);
  await query(database, AGE);
  const cleanUp = spawnTypeScript(new URL('./clean-up.ts', import.meta.url), { args: [database], env: storage });
  const idle = Math.round(residentMib(description.pids['sites-uploads']));
  client.sent = 0;
  const startedAt = performance.now();
  let isDone = false;
  const ending = endProcesses(system, () => isDone || client.sent);
  const results = await Promise.allSettled(
    pages.map(async (files) => ({ files, site: await client.publish(await client.upload(files)) })),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  isDone = true;
  const ended = await ending;
  const published = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  const others = refusals.filter((refusal) => !refusal.includes('STORAGE_QUOTA_EXCEEDED'));
  const seen = { published: published.length, refused: refusals.length, others, seconds };
  check(`${PARALLEL} pages are published or exceed the quota`, published.length > 0 && others.length === 0, seen);
  check('processes were ended meanwhile', ended.length === ENDED.length, ended);
  const [account] = await query<{ pages: number; bytes: number; counted: number }>(database, ACCOUNT, [
    published[0]?.site.id,
  ]);
  const holds = account && account.bytes <= QUOTA_BYTES && account.bytes === account.counted;
  check('the quota holds', Boolean(holds && account.pages === published.length && refusals.length > 0), account);

  await query(database, AGE);
  const unused = () => query<{ hash: string }>(database, UNUSED);
  await waitFor(async () => (await unused()).length === 0, { timeoutMs: WAIT_MS, what: 'unused files to be removed' });
  check('files that nothing uses are removed', true, cleanUp.lines.length);
  cleanUp.kill('SIGTERM');
  const objects = await filesIn(storage);
  const known = await query<{ hash: string }>(database, `SELECT encode(hash, 'hex') AS hash FROM files`);
  // A killed process leaves a temporary file, `<hash>/….tmp`, which is removed when it is an hour old.
  const orphans = objects.filter((object) => !object.endsWith('.tmp') && !known.some(({ hash }) => hash === object));
  check('storage has the files of the database alone', orphans.length === 0 && objects.length > 0, {
    objects: objects.length,
    orphans: orphans.length,
    lost: known.filter(({ hash }) => !objects.includes(hash)).length,
  });
  let lacking = 0;
  // The viewer takes 256 connections of one client.
  for (const { site, files } of published) if (!(await isShown(site, files))) lacking += 1;
  check('no page lacks a file', lacking === 0, { lacking });
  const pid = processes.find(({ plan }) => plan.name === 'sites')?.pid;
  const growth = Math.round(residentMib(pid, 'VmHWM') - idle);
  check(`they take less than ${MAX_GROWTH_MIB} MiB above idle`, growth < MAX_GROWTH_MIB, { idle, growth });
}

/** @returns the hashes of the files that storage has */
async function filesIn(env: Record<string, string>): Promise<string[]> {
  const settings = htmlStorageEnv.parse(env).htmlStorage;
  const store = settings.kind === 'disk' ? new FolderStore(settings.directory) : new S3Bucket(settings);
  const hashes: string[] = [];
  for await (const keys of store.keys('files/')) hashes.push(...keys.map((key) => key.slice('files/'.length)));
  return hashes;
}

/** Ends one process after another while files are sent. @returns the names of those that were ended */
async function endProcesses(
  { description: { pids }, processes }: System,
  progress: () => true | number,
): Promise<string[]> {
  const ended: string[] = [];
  const step = (PARALLEL * FILES_EACH) / (ENDED.length + 2);
  for (const [at, name] of ENDED.entries()) {
    await waitFor(() => progress() === true || Number(progress()) > step * (at + 1), { timeoutMs: WAIT_MS });
    const pid = processes.find(({ plan }) => plan.name === name)?.pid ?? pids[name];
    if (progress() === true || pid === undefined) break;
    process.kill(pid, 'SIGKILL');
    ended.push(name);
  }
  return ended;
}
