import { randomUUID } from 'node:crypto';
import {
  defaultPublishLimits,
  defaultSitePolicy,
  defaultPageRuleSettings,
  type PublishLimits,
  siteMessages,
  type AccountCaller,
  type PublishedSite,
  type RequestContext,
  type RequestOf,
} from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { Outbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import { PageChecker } from '@haru/page-check';
import { renderMarkdown } from '@haru/page-render';
import { createLogger, parseEnv, readiness, type RunningProcess, type ServiceDefinition } from '@haru/service-runtime';
import {
  createMigratedDatabase,
  freePort,
  spawnTypeScript,
  startRedis,
  temporaryDirectory,
  waitFor,
  type TestDatabase,
  type TestProcess,
  type TestRedis,
} from '@haru/testing';
import type { DataSource } from 'typeorm';
import { sitesDatabase } from '../src/database.js';
import { HAS_NO_ARTIFACT } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage, type StoredContent } from '../src/storage/html-storage/html-storage.js';
import { ReconcileStorage } from '../src/storage/reconcile-storage.job.js';
import { PageRenderer } from '../src/sites/page-renderer.js';
import { SiteCacheInvalidator } from '../src/sites/site-cache-invalidator.js';
import { GivenContents } from '../src/publishing/contents/given-contents.js';
import { CreateSite } from '../src/publishing/create-site.js';
import { SiteWriter } from '../src/publishing/site-writer.js';
import { OwnOriginRule } from '../src/sites/own-origin-rule.js';
import { ReservedPaths } from '../src/sites/paths/reserved-paths.js';
import { ArtifactSync } from '../src/storage/artifact-sync.js';
import { ManifestWriter } from '../src/storage/manifest-writer.js';
import { ManifestSigner } from '../src/storage/page-manifest.js';
import { WriteArtifactWhenSitePublished } from '../src/storage/workers/write-artifact-when-site-published.worker.js';
import { SitePolicies } from '../src/sites/site-policies.js';
import { StorageQuotas } from '../src/sites/quotas/storage-quotas.js';
import { BannedContentIndex } from '../src/sites/checks/banned-content-index.js';
import { FileChecks } from '../src/trees/file-checks.js';
import { TreeContents } from '../src/trees/tree-contents.js';
import { MarkdownFiles } from '../src/trees/markdown-files.js';
import { FileStore } from '../src/trees/file-store.js';
import { checkPage } from './check-page.js';
import { Uploads } from '../src/trees/uploads.js';
import { service } from '../src/main.js';
import { service as uploads } from '../src/uploads.js';
import { service as viewer } from '../src/viewer.js';
import { service as worker } from '../src/worker.js';

export const PUBLIC_ORIGIN = 'https://haru.example';
export const PAGE_MANIFEST_KEY = 'a key of the tests that has 32 characters';

type Variables = Record<string, string | undefined>;

/**
 * It starts the service's real environment: Postgres with its migrations, Redis, a folder; and its services on demand.
 * They run in this process, which has loaded their modules: a process of its own takes two seconds of processor time.
 * A test that kills or measures one spawns it.
 */
export class SitesUnderTest {
  readonly changes: SiteCacheInvalidator;
  /** It works as in the service, but not in a thread of its own. */
  checker = new PageChecker((source, { format }) => {
    const rendered = format && renderMarkdown(source);
    return Promise.resolve({ ...checkPage(rendered ?? source), ...(rendered === undefined ? {} : { rendered }) });
  }, console);
  readonly renderer = new PageRenderer();
  private readonly running = new Set<RunningProcess>();
  private readonly processes: TestProcess[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly redis: TestRedis,
    readonly storageDirectory: string,
    readonly dataSource: DataSource,
    readonly client: RequestClient,
    private readonly removeDirectory: () => Promise<void>,
  ) {
    this.changes = new SiteCacheInvalidator(client);
  }

  static async start(): Promise<SitesUnderTest> {
    const [database, redis, directory] = await Promise.all([
      createMigratedDatabase(new URL('../src/migrate.ts', import.meta.url)),
      startRedis(),
      temporaryDirectory('haru-html-sites-'),
    ]);
    const options = sitesDatabase.options('sites-test', { DATABASE_URL: database.url });
    const dataSource = await createDataSource(options).initialize();
    const client = new RequestClient({ redisUrl: redis.url });
    await client.connect();
    return new SitesUnderTest(database, redis, directory.path, dataSource, client, () => directory.remove());
  }

  startService(env?: Variables): Promise<RunningProcess> {
    return this.run(service, env);
  }

  spawnService(env?: Variables): Promise<TestProcess> {
    return this.spawn('main', env);
  }

  startWorker(env?: Variables): Promise<RunningProcess> {
    return this.run(worker, env);
  }

  /** @returns the viewer and its port. */
  async startViewer(env: Variables = {}): Promise<{ viewer: RunningProcess; port: number }> {
    const { port, variables } = await this.viewerSettings(env);
    return { viewer: await this.run(viewer, variables), port };
  }

  async spawnViewer(env: Variables = {}): Promise<{ viewer: TestProcess; port: number }> {
    const { port, variables } = await this.viewerSettings(env);
    return { viewer: await this.spawn('viewer', variables), port };
  }

  /** @returns the address of what takes bytes of files. */
  async startUploads(env?: Variables): Promise<string> {
    const port = await freePort();
    await this.run(uploads, { ...env, PORT: String(port) });
    return `http://127.0.0.1:${port}`;
  }

  async spawnUploads(): Promise<{ uploads: TestProcess; origin: string }> {
    const port = await freePort();
    return { uploads: await this.spawn('uploads', { PORT: String(port) }), origin: `http://127.0.0.1:${port}` };
  }

  /** Starts a service, a worker and a viewer. @returns the viewer's port */
  async startAll(): Promise<{ port: number }> {
    const [, , { port }] = await Promise.all([this.startService(), this.startWorker(), this.startViewer()]);
    return { port };
  }

  /** Publishing waits two seconds for a check. On a busy machine the thread of the checks takes longer to start. */
  startChecks(): Promise<unknown> {
    return this.client.call(siteMessages.checkPage, { htmlContent: '<input>' }, contextOf());
  }

  async createSite(
    request: RequestOf<typeof siteMessages.createSite>,
    caller: Partial<AccountCaller> = {},
  ): Promise<PublishedSite> {
    return (await this.client.call(siteMessages.createSite, request, contextOf(caller))).site;
  }

  async publishUpload(uploadId: string, context: RequestContext): Promise<PublishedSite> {
    return (await this.client.call(siteMessages.createSite, { htmlContent: '', uploadId }, context)).site;
  }

  /** Publishes like the service, in this process. */
  newCreateSite(changes: Partial<PublishLimits> = {}, softLimitBytes = 0): CreateSite {
    return new CreateSite(
      this.dataSource,
      new SiteWriter(this.dataSource, new Outbox()),
      new SitePolicies(defaultSitePolicy),
      new StorageQuotas({ ...defaultPublishLimits, ...changes }, this.dataSource, softLimitBytes),
      new ReservedPaths('Haru', []),
      this.checker,
      this.newTreeContents(),
      this.newGivenContents(),
      { hash: () => Promise.resolve(null), matches: () => Promise.resolve(true) },
      new OwnOriginRule(),
    );
  }

  newGivenContents(): GivenContents {
    const trees = this.newTreeContents();
    return new GivenContents(this.checker, new BannedContentIndex(this.dataSource), trees);
  }

  newTreeContents(storage: HtmlStorage = new HtmlStorage(new FolderStore(this.storageDirectory))): TreeContents {
    const checks = new FileChecks(this.checker, defaultPageRuleSettings);
    const store = new FileStore(this.dataSource, storage, checks);
    return new TreeContents(
      this.dataSource,
      new Uploads(this.dataSource),
      store,
      new BannedContentIndex(this.dataSource),
      checks,
      new MarkdownFiles(this.dataSource, store, checks, this.checker),
    );
  }

  newManifestWriter(storage: HtmlStorage): ManifestWriter {
    return new ManifestWriter(this.dataSource, storage, new ManifestSigner([PAGE_MANIFEST_KEY]));
  }

  /** Writes artifacts like the worker, in this process. */
  newArtifactWorker(storage: HtmlStorage): WriteArtifactWhenSitePublished {
    const artifacts = new ArtifactSync(this.dataSource, storage);
    return new WriteArtifactWhenSitePublished(this.dataSource, artifacts, this.newManifestWriter(storage));
  }

  newReconcileStorage(storage: HtmlStorage): ReconcileStorage {
    const artifacts = new ArtifactSync(this.dataSource, storage);
    const events = { retryFailed: () => Promise.resolve(0) };
    return new ReconcileStorage(this.dataSource, storage, artifacts, this.changes, events);
  }

  async rows<Row>(statement: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.dataSource.query<Row[]>(statement, parameters);
  }

  /** Waits until the worker has handled every event; events for other services stay. */
  async eventsHandled(timeoutMs = 20_000): Promise<void> {
    const waiting = () => this.rows(`SELECT 1 FROM outbox WHERE consumer = 'sites'`);
    await waitFor(async () => (await waiting()).length === 0, { timeoutMs, what: 'every event to be handled' });
  }

  /** Waits until the worker has rendered every page of Markdown. */
  async rendered(timeoutMs = 20_000): Promise<void> {
    const waiting = () => this.rows(`SELECT 1 FROM sites WHERE ${HAS_NO_ARTIFACT}`);
    await waitFor(async () => (await waiting()).length === 0, { timeoutMs, what: 'every page to be rendered' });
  }

  /**
   * Empties the tables without waiting for a lock while it holds others: a worker that has just started, or handles an
   * event, takes them in another order, and each would wait for the other.
   */
  async empty(): Promise<void> {
    const tables = [
      'sites, deleted_sites, page_versions, reserved_paths, idempotent_creates, outbox, inbox, page_manifests',
      'account_storage, account_storage_deltas, active_site_deltas',
    ].join(', ');
    const truncate = () =>
      this.dataSource.transaction(async (manager) => {
        await manager.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE NOWAIT`);
        await manager.query(`TRUNCATE ${tables}`);
        await manager.query('UPDATE active_site_total SET total = 0');
        return true;
      });
    await waitFor(truncate, { timeoutMs: 30_000, what: 'the tables to be free' });
  }

  /** Lists the contents in storage, in the order of the hashes. */
  async storedContents(): Promise<StoredContent[]> {
    const stored: StoredContent[] = [];
    for await (const site of new HtmlStorage(new FolderStore(this.storageDirectory)).list()) stored.push(site);
    return stored;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
    // Workers end before the services that they ask.
    for (const started of [...this.running].reverse()) await started.close();
    await this.client.close();
    await this.renderer.onApplicationShutdown();
    await this.dataSource.destroy();
    await Promise.all([this.database.drop(), this.redis.stop(), this.removeDirectory()]);
  }

  private async viewerSettings(env: Variables): Promise<{ port: number; variables: Variables }> {
    const port = Number(env['PORT'] ?? (await freePort()));
    return { port, variables: { PORT: String(port), PUBLIC_ORIGIN, PAGES_ORIGIN: `http://localhost:${port}`, ...env } };
  }

  private async run(definition: ServiceDefinition, env?: Variables): Promise<RunningProcess> {
    const settings: unknown = parseEnv(definition.env, { ...this.variables, ...env });
    const service = await definition.start(
      settings,
      createLogger(definition.name, process.env['LOG_LEVEL'] ?? 'silent'),
    );
    readiness.enter('running');
    const started: RunningProcess = {
      close: async () => {
        if (this.running.delete(started)) await service.close();
      },
    };
    this.running.add(started);
    return started;
  }

  private async spawn(name: string, env?: Variables): Promise<TestProcess> {
    const started = spawnTypeScript(new URL(`../src/${name}.ts`, import.meta.url), {
      env: { ...this.variables, LOG_LEVEL: 'info', ...env },
    });
    this.processes.push(started);
    await started.waitUntilReady();
    return started;
  }

  private get variables(): Variables {
    return {
      DATABASE_URL: this.database.url,
      REDIS_URL: this.redis.url,
      HTML_STORAGE_DIR: this.storageDirectory,
      PAGE_MANIFEST_KEY,
    };
  }
}

/** Makes the context that the gateway sends for an account, by default a registered one. */
export function contextOf(caller: Partial<AccountCaller> = {}): RequestContext {
  return {
    requestId: randomUUID(),
    caller: {
      role: 'authenticated',
      accountId: randomUUID(),
      sessionId: randomUUID(),
      isAnonymous: false,
      ...caller,
    },
  };
}
