import 'reflect-metadata';
import { hash, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { siteMessages, type RequestContext, versionMessages } from '@haru/contracts';
import { createDataSource, migrate } from '@haru/database';
import { RequestClient } from '@haru/messaging';
import { freePort, type PostgresServer } from '@haru/local-servers';
import { spawnTypeScript, startRedis, type TestProcess, type TestRedis } from '@haru/testing';
import type { DataSource } from 'typeorm';
import { sitesDatabase } from '../../../apps/sites-service/src/database.js';
import { migrations } from '../../../apps/sites-service/src/migrations/index.js';
import { activeSiteTotal } from '../../../apps/sites-service/src/counts/active-site-total.js';

export const SITES_PER_ACCOUNT = 50;
/** The first site has so many. */
const VERSIONS = 1_000;
const VERSIONS_PAGE = 50;
/** Rows that one statement of the seed makes. */
const SEED_BATCH = 50_000;
/** A page of 1 KB: a million of them, with their indexes, take about 2 GB. */
const PAGE = `<title>t</title>${'<p>text</p>'.repeat(90)}`;

/** Sites-service and a viewer over a database with so many rows, and hands to use them with. */
export class SitesSystem {
  private viewed = 0;

  private constructor(
    readonly rowCount: number,
    readonly databaseUrl: string,
    readonly dataSource: DataSource,
    private readonly redis: TestRedis,
    private readonly client: RequestClient,
    private readonly processes: readonly TestProcess[],
    private readonly viewerPort: number,
  ) {}

  static async start(postgres: PostgresServer, storageDirectory: string, rowCount: number): Promise<SitesSystem> {
    const databaseUrl = await makeDatabase(postgres, `sites_${rowCount}`);
    const dataSource = await createDataSource({
      ...sitesDatabase.options('bench', { DATABASE_URL: databaseUrl }),
      migrations,
    }).initialize();
    await migrate(dataSource);
    await seed(dataSource, rowCount);
    const redis = await startRedis();
    const client = new RequestClient({ redisUrl: redis.url });
    await client.connect();
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      HTML_STORAGE_DIR: storageDirectory,
      PAGE_MANIFEST_KEY: 'a key of this bench that has 32 characters',
      LOG_LEVEL: 'info',
    };
    const port = await freePort();
    const viewerEnv = {
      PORT: String(port),
      PUBLIC_ORIGIN: 'http://localhost',
      PAGES_ORIGIN: `http://127.0.0.1:${port}`,
    };
    const [service, viewer] = ['main', 'viewer'].map((name) =>
      spawnTypeScript(fileURLToPath(new URL(`../../../apps/sites-service/src/${name}.ts`, import.meta.url)), {
        env: { ...env, ...viewerEnv },
      }),
    );
    if (!service || !viewer) throw new Error('two processes were to be started');
    await Promise.all([service, viewer].map((process) => process.waitUntilReady(60_000)));
    return new SitesSystem(rowCount, databaseUrl, dataSource, redis, client, [service, viewer], port);
  }

  /** As the service counts once in two seconds; between these it answers from memory. */
  async count(): Promise<void> {
    await activeSiteTotal(this.dataSource, new Date());
  }

  /** The dashboard's list, of an account with 50 sites. */
  async list(): Promise<void> {
    const account = Math.floor(Math.random() * (this.rowCount / SITES_PER_ACCOUNT));
    const { rows } = await this.client.call(
      siteMessages.listSites,
      {
        columns: ['*'],
        filters: [],
        order: [{ column: 'created_at', direction: 'desc' }],
        offset: 0,
        want: 'rows',
        single: false,
      },
      contextOf(accountId(account)),
    );
    if (rows.length < SITES_PER_ACCOUNT) throw new Error(`an account has ${rows.length} sites`);
  }

  async publish(): Promise<void> {
    await this.client.call(siteMessages.createSite, { htmlContent: PAGE }, contextOf(randomUUID()));
  }

  /** The newest versions of a page with a thousand of them. */
  async versions(): Promise<void> {
    const context = contextOf(accountId(1));
    const request = { id: siteId(1), limit: VERSIONS_PAGE };
    const { versions } = await this.client.call(versionMessages.listVersions, request, context);
    if (versions[0]?.version !== VERSIONS || versions.length < VERSIONS_PAGE) throw new Error('versions are missing');
  }

  /** A page that this viewer never showed; storage does not have it either, so it comes from the database. */
  async view(): Promise<void> {
    const number = Math.floor((this.viewed++ * this.rowCount) / 1_000) + 1;
    const answer = await fetch(`http://127.0.0.1:${this.viewerPort}/share/page-${number}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a page was answered with ${answer.status}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
    await this.client.close();
    await this.dataSource.destroy();
    await this.redis.stop();
  }
}

async function makeDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const server = await createDataSource({ url: postgres.url, applicationName: 'bench', entities: [] }).initialize();
  await server.query(`CREATE DATABASE ${name}`);
  await server.destroy();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** An expression for an id that looks like a random one and is the same for the same text. */
export function uuidOf(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
}

const SEED = `
  WITH made AS MATERIALIZED (
    SELECT n, ${uuidOf(`'site' || n`)} AS id, ${uuidOf(`'account' || n % $3`)} AS account, page.html,
      sha256(convert_to(page.html, 'UTF8')) AS hash, now() - n * interval '0.5 seconds' AS at
    FROM generate_series($1::int, $2::int) AS n, LATERAL (SELECT $4::text || n AS html) AS page
  ), stored AS (INSERT INTO contents SELECT hash, html, now() FROM made),
  versioned AS (
    INSERT INTO page_versions (site_id, number, content_hash, title, bytes, source, created_at, account_id)
    SELECT id, 1, hash, 't', octet_length(html), 'api', at, account FROM made)
  INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
  SELECT id, account, 't', 'page-' || n, hash, octet_length(html),
    id || '/' || md5(n::text) || md5('x' || n) || '.html', at, now() + interval '10 days', now()
  FROM made`;

const SEED_VERSIONS = `
  WITH head AS (UPDATE sites SET version = $2 WHERE id = $1)
  INSERT INTO page_versions (site_id, number, content_hash, title, bytes, source, created_at, account_id)
  SELECT site_id, n, content_hash, title, bytes, source, created_at + n * interval '1 second', account_id
  FROM page_versions, generate_series(2, $2::int) AS n WHERE site_id = $1`;

/** Random ids, as publishing makes them; the accounts' sites lie scattered over the table, as they do in life. */
async function seed(dataSource: DataSource, rowCount: number): Promise<void> {
  for (let from = 1; from <= rowCount; from += SEED_BATCH) {
    const to = Math.min(rowCount, from + SEED_BATCH - 1);
    await dataSource.query(SEED, [from, to, rowCount / SITES_PER_ACCOUNT, PAGE]);
  }
  await dataSource.query(SEED_VERSIONS, [siteId(1), VERSIONS]);
  await dataSource.query('VACUUM ANALYZE');
  await dataSource.query('CHECKPOINT');
}

/** The n-th account's id as the seed makes it. */
const accountId = (number: number): string => idOf(`account${number}`);
const siteId = (number: number): string => idOf(`site${number}`);

/** As `uuidOf`. */
function idOf(text: string): string {
  const hex = hash('md5', text);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}

function contextOf(id: string): RequestContext {
  return {
    requestId: 'bench',
    caller: { role: 'authenticated', accountId: id, sessionId: randomUUID(), isAnonymous: false },
  };
}
