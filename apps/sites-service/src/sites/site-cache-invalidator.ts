import { ServiceError, siteChanged } from '@haru/contracts';
import { GroupCommit } from '@haru/database';
import { RequestClient } from '@haru/messaging';
import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { withTimeout } from './storage-timeout.js';

const MAX_PATHS = 256;
const MAX_MANIFESTS = 32;
/** Slower storage does not delay an answer further; the bound is for each `PATHS_WITHIN` paths. */
const MANIFESTS_WITHIN_MS = 1_000;
const PATHS_WITHIN = 256;
/** After a failure only events write the manifests for this long, so that not every answer waits. */
const MANIFESTS_RETRY_MS = 2_000;

/** Injects what also changes the manifests. Workers have none, because their events write manifests. */
export const MANIFEST_CHANGES = Symbol('MANIFEST_CHANGES');

/** Both throw when storage or the database fails, or they are stopped. */
export interface ManifestChanges {
  write: (paths: readonly string[], stop: AbortSignal) => Promise<void>;
  remove: (path: string, stop: AbortSignal) => Promise<void>;
}

/**
 * Makes every viewer ask the database again about these paths, and writes their manifests, so that a viewer that starts
 * without a database does not show an earlier state. Call it after the commit and before the change is acknowledged.
 */
@Injectable()
export class SiteCacheInvalidator {
  private readonly logger = new Logger(SiteCacheInvalidator.name);
  private readonly messages: GroupCommit<readonly string[], undefined>;
  private readonly manifests: GroupCommit<readonly string[], undefined> | undefined;
  private retryManifestsAt = 0;

  constructor(
    client: RequestClient,
    @Optional() @Inject(MANIFEST_CHANGES) private readonly manifestChanges?: ManifestChanges,
  ) {
    const inGroups = (maxSize: number, concurrency: number, act: (paths: readonly string[]) => Promise<void>) =>
      new GroupCommit<readonly string[], undefined>({
        commit: async (changes) => {
          await act(changes.flat());
          return changes.map(() => undefined);
        },
        isRefusal: () => false,
        sizeOf: (paths) => paths.length,
        maxSize,
        concurrency,
      });
    // If Redis does not answer a message, only few others wait for it.
    this.messages = inGroups(MAX_PATHS, 8, (paths) => client.broadcast(siteChanged, { paths: [...paths] }));
    if (!manifestChanges) return;
    this.manifests = inGroups(MAX_MANIFESTS, 4, (paths) =>
      withTimeout(MANIFESTS_WITHIN_MS * Math.ceil(paths.length / PATHS_WITHIN), (stop) =>
        manifestChanges.write(paths, stop),
      ),
    );
  }

  /**
   * It never fails: the change is committed, viewers check their pages again within seconds anyway, and the event of
   * the change has its manifest written, too.
   */
  async announce(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    await Promise.all([this.tellViewers(paths), this.changeManifests(paths, () => this.manifests?.add(paths))]);
  }

  /**
   * The same for a change of who may see the pages, which is acknowledged only when it holds everywhere. Viewers are told
   * when the manifests are written, so that none reads an earlier one after that.
   * @throws ServiceError SERVICE_BUSY if viewers or storage did not take it. It is committed, and its event is repeated.
   */
  async announceAccess(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    try {
      try {
        await this.manifests?.add(paths);
      } finally {
        await this.messages.add(paths);
      }
    } catch (cause) {
      this.logger.error({ err: cause, paths: paths.length }, 'a change of who may see pages was not announced in time');
      const message = 'The change is saved, and holds everywhere in a moment: send it again to be sure';
      throw new ServiceError('SERVICE_BUSY', { message, retryAfterSeconds: 1 });
    }
  }

  /**
   * The same for a page with another content. Its manifest is removed, because writing it takes a third of an update's
   * time; the event of the update has it written.
   */
  async announceContent(path: string): Promise<void> {
    const remove = (stop: AbortSignal) => this.manifestChanges?.remove(path, stop) ?? Promise.resolve();
    await Promise.all([
      this.tellViewers([path]),
      this.changeManifests([path], () => withTimeout(MANIFESTS_WITHIN_MS, remove)),
    ]);
  }

  private async tellViewers(paths: readonly string[]): Promise<void> {
    try {
      await this.messages.add(paths);
    } catch (error) {
      this.logger.warn({ err: error, paths: paths.length }, 'a change could not be announced to viewers');
    }
  }

  private async changeManifests(paths: readonly string[], change: () => Promise<unknown> | undefined): Promise<void> {
    if (performance.now() < this.retryManifestsAt) return;
    try {
      await change();
    } catch (error) {
      this.retryManifestsAt = performance.now() + MANIFESTS_RETRY_MS;
      this.logger.warn({ err: error, paths: paths.length }, 'the manifests of a change were not changed in time');
    }
  }
}
