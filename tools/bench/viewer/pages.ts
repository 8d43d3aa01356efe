import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createDataSource, migrate } from '@haru/database';
import { endProcess, endWithUs, freePort, temporaryDirectory } from '@haru/local-servers';
import { createTestDatabase, startRedis, startTestPostgres, TEST_POSTGRES_VARIABLE } from '@haru/testing';
import type { DataSource } from 'typeorm';
import { sitesDatabase } from '../../../apps/sites-service/src/database.js';
import { makeArtifact, storagePathOf } from '../../../apps/sites-service/src/html-storage/artifact.js';
import { DiskHtmlStorage } from '../../../apps/sites-service/src/html-storage/disk-html-storage.js';
import { migrations } from '../../../apps/sites-service/src/migrations/index.js';
import { startNx } from '../../start/build.js';
import { memoryEnvironment, viewerHeap } from '../../start/processes/process-table.js';
import { onCore } from './load.js';

const viewerEntry = fileURLToPath(new URL('../../../apps/sites-service/dist/viewer.js', import.meta.url));

/** A page of so many bytes, of words in no order, so that it compresses as pages do. */
export function pageOf(bytes: number): string {
  const words = 'はる 貼る page style color 公開 grid today 春 border link small 一覧 margin under 時間'.split(' ');
  const head = '<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>bench</title></head><body>';
  const parts = [head];
  let length = Buffer.byteLength(head);
  let seed = 1;
  for (;;) {
    seed = (seed * 48_271) % 2_147_483_647;
    const part = `<p class="c${seed % 997}">${words[seed % words.length]} ${seed.toString(36)}</p>\n`;
    length += Buffer.byteLength(part);
    if (length > bytes) return parts.join('');
    parts.push(part);
  }
}

/** Real surroundings of viewers: Postgres with so many sites, Redis, and a folder with their artifacts. */
export class PublishedPages {
  readonly paths: string[] = [];

  private constructor(
    private readonly databaseUrl: string,
    private readonly redisUrl: string,
    private readonly folder: string,
    private readonly dataSource: DataSource,
    private readonly stops: (() => Promise<void>)[],
  ) {}

  static async start(): Promise<PublishedPages> {
    const { code, output } = await startNx(['run', 'sites-service:build', '--outputStyle=static']).done;
    if (code !== 0) throw new Error(`The build failed:\n${output}`);
    const stops: (() => Promise<void>)[] = [];
    const postgres = await startTestPostgres();
    stops.unshift(() => postgres.stop());
    process.env[TEST_POSTGRES_VARIABLE] = postgres.url;
    const database = await createTestDatabase();
    const redis = await startRedis();
    stops.unshift(() => redis.stop());
    const folder = await temporaryDirectory('haru-bench-pages-');
    stops.unshift(() => folder.remove());
    const options = sitesDatabase.options('bench', { DATABASE_URL: database.url });
    const dataSource = await createDataSource({ ...options, migrations }).initialize();
    stops.unshift(() => dataSource.destroy());
    await migrate(dataSource);
    return new PublishedPages(database.url, redis.url, folder.path, dataSource, stops);
  }

  /** Adds sites that all show the same page: as rows and artifacts, as publishing leaves them. */
  async publish(html: string, count: number): Promise<void> {
    const bytes = Buffer.from(html);
    const artifact = await makeArtifact(bytes);
    const storage = new DiskHtmlStorage(this.folder);
    const sites = Array.from({ length: count }, (_, index) => {
      const id = randomUUID();
      return { id, path: `page-${this.paths.length + index}`, storagePath: storagePathOf(id, bytes) };
    });
    await this.dataSource.query(
      `WITH page AS (
         INSERT INTO contents (hash, html, used_at) VALUES (sha256(convert_to($4, 'UTF8')), $4, now())
         ON CONFLICT (hash) DO UPDATE SET used_at = now() RETURNING hash, html)
       INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, last_modified, expires_at)
       SELECT id, gen_random_uuid(), 'bench', path, hash, octet_length(html), storage_path, now(), now(),
         now() + interval '10 days'
       FROM page, unnest($1::uuid[], $2::text[], $3::text[]) AS site (id, path, storage_path)`,
      [sites.map(({ id }) => id), sites.map(({ path }) => path), sites.map(({ storagePath }) => storagePath), html],
    );
    await this.dataSource.query('VACUUM ANALYZE sites');
    const waiting = sites.values();
    const writer = async (): Promise<void> => {
      for (const { storagePath } of waiting) await storage.write(storagePath, artifact);
    };
    await Promise.all(Array.from({ length: 16 }, writer));
    this.paths.push(...sites.map(({ path }) => `/share/${path}`));
  }

  /** Starts the viewer as it is built, on a core. */
  async startViewer(cacheBytes: number, core: number): Promise<{ pid: number; port: number }> {
    const port = await freePort();
    const [command = '', ...args] = onCore(core, [
      process.execPath,
      ...viewerHeap,
      '--enable-source-maps',
      viewerEntry,
    ]);
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...memoryEnvironment,
        NODE_ENV: 'production',
        DATABASE_URL: this.databaseUrl,
        REDIS_URL: this.redisUrl,
        HTML_STORAGE_DIR: this.folder,
        PAGE_MANIFEST_KEY: 'a key of this bench that has 32 characters',
        PUBLIC_ORIGIN: 'https://haru.example',
        PAGES_ORIGIN: `http://127.0.0.1:${port}`,
        PORT: String(port),
        VIEWER_CACHE_BYTES: String(cacheBytes),
        VIEWER_ORIGIN_PATTERN: '',
      },
    });
    endWithUs(child);
    this.stops.unshift(() => endProcess(child, 'SIGTERM'));
    const lines: string[] = [];
    if (!child.stdout) throw new Error('the viewer has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (!line.includes('"msg":"listening"')) continue;
      // What it says later is of no interest, but must not hold it up.
      child.stdout.resume();
      return { pid: child.pid ?? 0, port };
    }
    throw new Error(`the viewer did not start:\n${lines.join('\n')}`);
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) await stop();
  }
}
