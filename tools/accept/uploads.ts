import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@haru/local-servers';
import { seededNumbers } from '@haru/testing';
import { type ZipEntry, zipOf } from '../../apps/sites-service/test/zip-file.js';
import { withTemporarySystem } from '../start/temporary-system.js';
import type { System } from '../start/system.js';
import type { Check } from './check.js';
import { type Files, sha256, UploadClient } from './uploads/upload-client.js';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const LARGE_FILES = 5;
const PARALLEL = 50;
const FILES_EACH = 10;
const MAX_GROWTH_MIB = 200;
/** These processes are ended while uploads are in flight. */
const ENDED = ['sites-uploads', 'sites-service', 'sites-uploads', 'sites-worker'];

const html = (text: string) => Buffer.from(`<!doctype html><title>${text}</title><p>${text}`);
const random = seededNumbers(1);
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

/** Uploads that are cut off, parallel, or unpacked from hostile archives, while processes are ended. */
export async function acceptUploads(check: Check): Promise<void> {
  await withTemporarySystem(
    (line) => console.log(`  ${line}`),
    async (system) => {
      await acceptArchives(check, system);
      await acceptCurl(check, system);
      await acceptCutOffs(check, system);
      await acceptUnchanged(check, system);
      await acceptParallel(check, system);
    },
    { AUTH_RATE_LIMITS: '100000', PUBLISH_LIMITS: JSON.stringify({ temporaryLiveBytes: 500 * MIB }) },
  );
}

async function acceptArchives(check: Check, { description: { url, pids } }: System): Promise<void> {
  const client = new UploadClient(url);
  const idle = await memoryMib(pids['sites-uploads'], 'VmRSS');
  const zeros = Buffer.alloc(10 * MIB);
  const bomb: ZipEntry[] = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.bin`, data: zeros }));
  const small = { name: 'index.html', data: html('small') };
  const hostile: [string, Buffer, string | undefined][] = [
    ['five files of 10 MiB in 50 KB', zipOf(bomb), undefined],
    ['six of them', zipOf([...bomb, { name: '5.bin', data: zeros }]), 'TREE_TOO_LARGE'],
    ['a header that lies about their size', zipOf(bomb.map((entry) => ({ ...entry, size: 9 }))), 'ENTRY_DAMAGED'],
    ['an archive of archives', zipOf([small, { name: 'inner.zip', data: zipOf(bomb) }]), undefined],
    ['100,000 entries', zipOf(Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}.txt` }))), 'TOO_MANY_FILES'],
    ['a path out of the folder', zipOf([small, { name: '../../evil.html' }]), 'FILE_PATH_INVALID'],
    ['a link', zipOf([small, { name: 'link', data: '/etc/passwd', mode: 0o120777 }]), 'ENTRY_LINK'],
    ['an end that is cut off', zipOf([small]).subarray(0, -10), 'ARCHIVE_INVALID'],
  ];
  for (const [what, archive, code] of hostile) {
    const startedAt = performance.now();
    const { state, report } = await client.unpack(archive);
    const seen = { state, code: report?.error?.code, entry: report?.error?.entry, text: report?.error?.error };
    const holds = report?.error?.code === code && state === (code === undefined ? 'ready' : 'failed');
    check(`an archive with ${what}`, holds, { ...seen, ms: Math.round(performance.now() - startedAt) });
  }
  const growth = (await memoryMib(pids['sites-uploads'], 'VmHWM')) - idle;
  check(`unpacking takes less than ${MAX_GROWTH_MIB} MiB above idle`, growth < MAX_GROWTH_MIB, { idle, growth });
}

async function acceptCurl(check: Check, { description: { url } }: System): Promise<void> {
  const folder = await temporaryDirectory('haru-curl-');
  await writeFile(join(folder.path, 'site.zip'), zipOf([{ name: 'site/index.html', data: html('curl') }]));
  await writeFile(join(folder.path, 'bad.zip'), zipOf([{ name: 'index.html' }, { name: '../a.html' }]));
  const curl = async (...args: string[]) =>
    (await run('curl', ['-sS', ...args, `${url}/`], { cwd: folder.path })).stdout;
  for (const args of [
    ['-T', 'site.zip'],
    ['-F', 'file=@site.zip'],
    ['--data-binary', '@site.zip'],
  ]) {
    const printed = await curl(...args);
    check(`curl ${args.join(' ')} prints the address`, /^http:\S+\n$/.test(printed), printed);
  }
  const once = ['-T', 'site.zip', '-H', `Idempotency-Key: ${randomUUID()}`];
  const [first, again] = [await curl(...once), await curl(...once)];
  check('the same archive with the same key is one page', first === again && first !== '', [first, again]);
  const refused = await curl('-T', 'bad.zip');
  check('curl shows which entry is refused', refused.includes('../a.html'), refused);
  await folder.remove();
}

async function acceptCutOffs(check: Check, { description: { url } }: System): Promise<void> {
  const client = new UploadClient(url);
  const names = Array.from({ length: LARGE_FILES }, (_, at) => `${at}.bin`);
  const large = Object.fromEntries(names.map((name) => [name, Buffer.alloc(10 * MIB - 1_024, bytesOf(1_024))]));
  const files: Files = { 'index.html': html('50 MiB'), ...large };
  const begun = await client.begin({ files });
  const [first, second, third, ...others] = Object.values(files);
  for (const bytes of [first, second, third]) if (bytes) await client.cutOff(begun, bytes);
  const { missing } = await client.describe(begun);
  check('what was cut off is missing', missing.length === Object.keys(files).length, missing.length);
  for (const bytes of others) await client.put(begun, sha256(bytes), bytes);
  const left = (await client.describe(begun)).missing;
  check('only what was cut off is missing after that', left.length === 3, left.length);
  const address = await client.publish(await client.upload(files));
  check('50 MiB cut off three times are shown whole', await isShown(address, files), { sent: client.sent });
}

async function acceptUnchanged(check: Check, { description: { url } }: System): Promise<void> {
  const client = new UploadClient(url);
  const names = Array.from({ length: 199 }, (_, at) => `${at}.txt`);
  const files: Files = { 'index.html': html('200'), ...Object.fromEntries(names.map((name) => [name, html(name)])) };
  await client.publish(await client.upload(files));
  client.sent = 0;
  await client.publish(await client.upload(files));
  check('an unchanged folder of 200 files sends none', client.sent === 0, client.sent);
  await client.upload({ ...files, '7.txt': html('changed') });
  check('a change of one sends one', client.sent === 1, client.sent);
}

async function acceptParallel(check: Check, { description, processes }: System): Promise<void> {
  const client = new UploadClient(description.url);
  await client.upload({ 'index.html': html('the account') });
  const idle = await memoryMib(description.pids['sites-uploads'], 'VmRSS');
  let isDone = false;
  const ending = (async () => {
    for (const name of ENDED) {
      await pause(1_500);
      const pid = processes.find(({ plan }) => plan.name === name)?.pid;
      if (!isDone && pid !== undefined) process.kill(pid, 'SIGKILL');
    }
  })();
  const startedAt = performance.now();
  const published = await Promise.all(
    Array.from({ length: PARALLEL }, async (_, at) => {
      const names = Array.from({ length: FILES_EACH }, (_name, file) => `${file}.bin`);
      const content = Object.fromEntries(names.map((name) => [name, Buffer.alloc(256 * 1024, bytesOf(64))]));
      const files: Files = { 'index.html': html(`page ${at}`), ...content };
      return { files, address: await client.publish(await client.upload(files)) };
    }),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  isDone = true;
  await ending;
  let lacking = 0;
  // The viewer takes 256 connections of one client.
  for (const { address, files } of published) if (!(await isShown(address, files))) lacking += 1;
  check(`none of ${PARALLEL} pages lacks a file, while four processes were ended`, lacking === 0, { lacking, seconds });
  const pid = processes.find(({ plan }) => plan.name === 'sites-uploads')?.pid;
  const growth = (await memoryMib(pid, 'VmHWM')) - idle;
  check(`they take less than ${MAX_GROWTH_MIB} MiB above idle`, growth < MAX_GROWTH_MIB, { idle, growth });
}

async function isShown(address: string, files: Files): Promise<boolean> {
  const shown = await Promise.all(
    Object.entries(files).map(async ([path, bytes]) => {
      if (path === 'index.html') return (await fetch(`${address}/`)).ok;
      const answer = await fetch(`${address}/${path}`, { headers: { 'sec-fetch-dest': 'image' } });
      return Buffer.from(await answer.arrayBuffer()).equals(bytes);
    }),
  );
  return shown.every(Boolean);
}

/** Returns the present (`VmRSS`) or largest (`VmHWM`) resident memory of a process. Only Linux reports it here. */
async function memoryMib(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}
