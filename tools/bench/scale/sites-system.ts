import 'reflect-metadata';
import { hash, randomUUID } from 'node:crypto';
import { siteMessages, type RequestContext, versionMessages } from '@haru/contracts';
import { createDataSource, migrate } from '@haru/database';
import { RequestClient } from '@haru/messaging';
import { freePort, query, spawnTypeScript, startRedis } from '@haru/testing';
import type { DataSource } from 'typeorm';
import { activeSiteTotal } from '../../../apps/sites-service/src/sites/counts/site-numbers.js';
import { sitesDatabase } from '../../../apps/sites-service/src/database.js';
import { migrations } from '../../../apps/sites-service/src/migrations/index.js';
import { fetchText } from '../harness/api.js';

const SITES_PER_ACCOUNT = 50;
/** The first site has so many. */
const VERSIONS = 1_000;
const VERSIONS_PAGE = 50;
/** Rows that one statement of the seed makes. */
const SEED_BATCH = 50_000;
/** A page of 1 KB: a million of them, with their indexes, take about 2 GB. */
const PAGE = `<title>t</title>${'<p>text</p>'.repeat(90)}`;

const newestFirst = { column: 'created_at', direction: 'desc' } as const;

export type SitesSystem = Awaited<ReturnType<typeof startSitesSystem>>;

/** Starts sites-service and a viewer over a database with so many rows. @returns calls of them */
export async function startSitesSystem(postgresUrl: string, storageDirectory: string, rowCount: number) {
  await query(postgresUrl, `CREATE DATABASE sites_${rowCount}`);
  const databaseUrl = Object.assign(new URL(postgresUrl), { pathname: `/sites_${rowCount}` }).href;
  const options = sitesDatabase.options('bench', { DATABASE_URL: databaseUrl });
  const dataSource = await createDataSource({ ...options, migrations }).initialize();
  await migrate(dataSource);
  await seed(dataSource, rowCount);
  const redis = await startRedis();
  const client = new RequestClient({ redisUrl: redis.url });
  await client.connect();
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    HTML_STORAGE_DIR: storageDirectory,
    PAGE_MANIFEST_KEY: 'a key of this bench that has 32 characters',
    LOG_LEVEL: 'info',
    PORT: String(port),
    PUBLIC_ORIGIN: 'http://localhost',
    PAGES_ORIGIN: `http://127.0.0.1:${port}`,
  };
  const processes = ['main', 'viewer'].map((name) =>
    spawnTypeScript(new URL(`../../../apps/sites-service/src/${name}.ts`, import.meta.url), { env }),
  );
  await Promise.all(processes.map((process) => process.waitUntilReady(60_000)));
  let viewed = 0;
  return {
    databaseUrl,
    dataSource,
    /** Counts as the service does once in two seconds; between these it answers from memory. */
    count: () => activeSiteTotal(dataSource, new Date()),
    /** Lists an account with 50 sites as the dashboard does. */
    async list() {
      const account = idOf(`account${Math.floor(Math.random() * (rowCount / SITES_PER_ACCOUNT))}`);
      const { rows } = await client.call(
        siteMessages.listSites,
        { columns: ['*'], filters: [], order: [newestFirst], offset: 0, want: 'rows', single: false },
        contextOf(account),
      );
      if (rows.length < SITES_PER_ACCOUNT) throw new Error(`an account has ${rows.length} sites`);
    },
    publish: () => client.call(siteMessages.createSite, { htmlContent: PAGE }, contextOf(randomUUID())),
    /** Lists the newest versions of a page with a thousand of them. */
    async versions() {
      const request = { id: idOf('site1'), limit: VERSIONS_PAGE };
      const { versions } = await client.call(versionMessages.listVersions, request, contextOf(idOf('account1')));
      if (versions[0]?.version !== VERSIONS || versions.length < VERSIONS_PAGE) throw new Error('versions are missing');
    },
    /** Reads a page that this viewer never showed; storage does not have it either, so it comes from the database. */
    view: () => fetchText(`http://127.0.0.1:${port}/share/page-${Math.floor((viewed++ * rowCount) / 1_000) + 1}`),
  };
}

/** An expression for an id that looks like a random one and is the same for the same text; `idOf` is the same. */
const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
const idOf = (text: string) => hash('md5', text).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');

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
  await dataSource.query(SEED_VERSIONS, [idOf('site1'), VERSIONS]);
  await dataSource.query('VACUUM ANALYZE');
  await dataSource.query('CHECKPOINT');
}

function contextOf(accountId: string): RequestContext {
  const sessionId = randomUUID();
  return { requestId: 'bench', caller: { role: 'authenticated', accountId, sessionId, isAnonymous: false } };
}
