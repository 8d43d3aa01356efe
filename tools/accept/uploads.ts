import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@haru/local-servers';
import { startS3 } from '@haru/testing';
import { type ZipEntry, zipOf } from '../../apps/sites-service/test/zip-file.js';
import { withSystem } from '../bench/harness/bench.js';
import { residentMib } from '../bench/harness/processes.js';
import type { System } from '../start/system.js';
import type { Check } from './check.js';
import { acceptParallel, QUOTA_BYTES } from './uploads/parallel.js';
import { bytesOf, html, MAX_GROWTH_MIB, MIB } from './uploads/samples.js';
import { type Files, isShown, sha256, UploadClient } from './uploads/upload-client.js';

const run = promisify(execFile);
const LARGE_FILES = 5;

/** Uploads that are cut off, parallel, or unpacked from hostile archives, with each kind of storage. */
export async function acceptUploads(check: Check): Promise<void> {
  const s3 = await startS3();
  const { endpoint, accessKeyId, secretAccessKey } = s3;
  try {
    await acceptStorage('folder', check);
    await acceptStorage('S3', check, {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
  } finally {
    await s3.stop();
  }
}

async function acceptStorage(name: string, checkAll: Check, s3?: Record<string, string>): Promise<void> {
  const check: Check = (what, holds, seen) => checkAll(`${name}: ${what}`, holds, seen);
  await withSystem(
    async (system) => {
      if (!s3) await acceptArchives(check, system);
      if (!s3) await acceptCurl(check, system);
      await acceptCutOffs(check, system);
      await acceptUnchanged(check, system);
      const folder = join(dirname(system.descriptionFile), 'html');
      await acceptParallel(check, system, s3 ?? { HTML_STORAGE_DIR: folder });
    },
    { AUTH_RATE_LIMITS: '100000', PUBLISH_LIMITS: JSON.stringify({ temporaryLiveBytes: QUOTA_BYTES }), ...s3 },
  );
}

async function acceptArchives(check: Check, { description: { url, pids } }: System): Promise<void> {
  const client = new UploadClient(url);
  const idle = Math.round(residentMib(pids['sites-uploads']));
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
  const growth = Math.round(residentMib(pids['sites-uploads'], 'VmHWM') - idle);
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
  const site = await client.publish(await client.upload(files));
  check('50 MiB cut off three times are shown whole', await isShown(site, files), { sent: client.sent });
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
