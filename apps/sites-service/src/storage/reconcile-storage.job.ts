import { type RequestContext, sitePublished, siteUpdated } from '@haru/contracts';
import { contextOfJob, EventConsumer, Every, type ScheduledJob } from '@haru/events';
import { Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { contentKindOf, HAS_NO_ARTIFACT, storagePathOf } from './html-storage/artifact.js';
import { HtmlStorage } from './html-storage/html-storage.js';
import { artifactBytesOf } from './html-storage/tree.js';
import { STORAGE_TIMEOUT_MS, withTimeout } from '../sites/storage-timeout.js';
import { changeSites } from '../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { ArtifactSync, CONTENT_HASH, contentsOf, SHOWN, type ShownRow } from './artifact-sync.js';
import { inPortions, mergeJoin } from './merge-join.js';

const BATCH = 1_000;
/** A worker is still writing the artifacts of younger sites. */
const YOUNGEST_MS = 60_000;
/** After this wait of its event in a backlog a site's artifact is written without the event. */
export const MAX_EVENT_WAIT_MINUTES = 60;

const CONTENTS = `
  SELECT hash, min(created_at) AS created_at FROM (
    SELECT ${CONTENT_HASH} AS hash, created_at FROM sites WHERE ${CONTENT_HASH} > $1 AND NOT ${HAS_NO_ARTIFACT}
    ORDER BY ${CONTENT_HASH} LIMIT $2) AS found
  GROUP BY hash ORDER BY hash`;

const RENAME = 'UPDATE sites SET storage_path = $2 WHERE id = $1 AND storage_path = $3 RETURNING path';

interface KnownContent {
  hash: string;
  created_at: Date;
}

/** Some artifacts may be impossible to reconcile. After this many failures storage counts as not available. */
const MAX_FAILURES = 10;

interface Reconciled {
  written: number;
  /** These contents were not shown by any site. */
  removed: number;
  /** They are the errors of contents that could not be reconciled. */
  failures: unknown[];
}

@Every({ seconds: 'RECONCILE_SECONDS', sliceSeconds: 300 })
export class ReconcileStorage implements ScheduledJob {
  /** A run that was stopped continues behind this hash. */
  private reconciledUpTo = '';

  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly artifacts: ArtifactSync,
    private readonly changes: SiteCacheInvalidator,
    @Inject(EventConsumer) private readonly events: Pick<EventConsumer, 'retryFailed'>,
  ) {}

  async run(stop: AbortSignal): Promise<object> {
    const { written, removed, failures } = await this.reconcile(new Date(), contextOfJob(), stop);
    if (stop.aborted) return { written, removed };
    // Storage is available, so failed events can succeed.
    const retried = await this.events.retryFailed();
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} sites’ artifacts could not be reconciled`);
    return { written, removed, retried };
  }

  /**
   * Writes missing artifacts and removes those that no site shows. Storage and the table are each read once, in the
   * order of the contents' hashes, so memory is bounded. A content that cannot be reconciled does not stop the others.
   * @param stop ends it after the content that it is reconciling
   * @throws the last failure, if there are ten
   */
  async reconcile(now: Date, context: RequestContext, stop?: AbortSignal): Promise<Reconciled> {
    await this.storage.prepare();
    const reconciled: Reconciled = { written: 0, removed: 0, failures: [] };
    const start = this.reconciledUpTo;
    this.reconciledUpTo = '';
    const oldEnough = ({ created_at: at }: KnownContent) => now.getTime() - at.getTime() >= YOUNGEST_MS;
    const read = (last: string) => this.dataSource.query<KnownContent[]>(CONTENTS, [last, BATCH]);
    const known = inPortions(start, read, hashOf);
    const contents = mergeJoin(known, this.storage.list(start), hashOf, ({ id }) => id);
    let reached = start;
    for await (const [content, stored] of contents) {
      if (stop?.aborted) {
        this.reconciledUpTo = reached;
        break;
      }
      if (content && !stored?.hasArtifact && oldEnough(content)) {
        await trying(reconciled, async () => {
          if (!(await this.isEventWaiting(content.hash))) await this.write(content.hash, context, reconciled);
        });
      }
      if (stored && (!content || stored.hasRemains)) await trying(reconciled, () => this.tidy(stored.id, reconciled));
      reached = content?.hash ?? stored?.id ?? '';
    }
    return reconciled;
  }

  /** Whether a worker will write it anyway. An event that waits longer may have failed for good. */
  private async isEventWaiting(hash: string): Promise<boolean> {
    const waiting = await this.dataSource.query<unknown[]>(
      `SELECT FROM sites JOIN outbox ON aggregate_id IN (sites.id::text, sites.storage_path)
       WHERE ${CONTENT_HASH} = $1 AND consumer = $2 AND name = ANY ($3::text[])
         AND outbox.created_at > now() - make_interval(mins => ${MAX_EVENT_WAIT_MINUTES}) LIMIT 1`,
      [hash, 'sites', [sitePublished.name, siteUpdated.name]],
    );
    return waiting.length > 0;
  }

  /** Renames every site of this hash that needs it, because two pages of one hash may make different artifacts. */
  private async write(hash: string, context: RequestContext, reconciled: Reconciled): Promise<void> {
    const hashes = new Set<string>();
    for (;;) {
      const [site] = await this.dataSource.query<ShownRow[]>(
        `SELECT ${SHOWN} FROM sites WHERE ${CONTENT_HASH} = $1 LIMIT 1`,
        [hash],
      );
      if (!site) break;
      const storagePath = storagePathOf(site.id, artifactBytesOf(site), contentKindOf(site.storage_path));
      for (const content of contentsOf([storagePath])) hashes.add(content);
      if (storagePath === site.storage_path) break;
      await this.rename(site, storagePath, context);
    }
    // The artifact exists again for all of its sites; a locked row is left to the next run.
    await this.dataSource.query(
      `UPDATE sites SET artifact_removed_at = NULL WHERE id IN (
         SELECT id FROM sites WHERE ${CONTENT_HASH} = ANY ($1::text[]) AND artifact_removed_at IS NOT NULL
         ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
      [[...hashes]],
    );
    const { written } = await this.artifacts.sync([...hashes]);
    reconciled.written += written;
  }

  /** A page published by a version with another rule for titles would count as damaged in each run. */
  private async rename(site: ShownRow, storagePath: string, context: RequestContext): Promise<void> {
    const paths = await this.dataSource.transaction((manager) =>
      changeSites(manager, [RENAME, site.id, storagePath, site.storage_path], { aggregateId: site.id, context }),
    );
    await this.changes.announce(paths);
  }

  /** Removes files that are no artifacts, and the artifact that no site shows. */
  private async tidy(id: string, reconciled: Reconciled): Promise<void> {
    const [site] = await this.dataSource.query<{ storage_path: string }[]>(
      `SELECT storage_path FROM sites WHERE ${CONTENT_HASH} = $1 LIMIT 1`,
      [id],
    );
    if (site)
      await withTimeout(STORAGE_TIMEOUT_MS, (signal) => this.storage.removeAllOf(id, site.storage_path, signal));
    else reconciled.removed += (await this.artifacts.sync([id])).removed;
  }
}

const hashOf = ({ hash }: KnownContent): string => hash;

async function trying(reconciled: Reconciled, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (reconciled.failures.push(error) >= MAX_FAILURES) throw error;
  }
}
