import { siteChanged } from '@haru/contracts';
import { GroupCommit } from '@haru/database';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';

/** Paths in one message. */
const MAX_PATHS = 256;

/** Makes every viewer ask the database again about these paths. Call it after the commit. */
export class SiteCacheInvalidator {
  private readonly messages: GroupCommit<readonly string[], undefined>;

  constructor(
    client: RequestClient,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.messages = new GroupCommit({
      commit: async (changes) => {
        await client.broadcast(siteChanged, { paths: changes.flat() });
        return changes.map(() => undefined);
      },
      isRefusal: () => false,
      sizeOf: (paths) => paths.length,
      maxSize: MAX_PATHS,
      // A message that Redis does not answer delays few others.
      concurrency: 8,
    });
  }

  /** Never fails: the change is committed, and viewers check their pages again within seconds anyway. */
  async announce(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    try {
      await this.messages.add(paths);
    } catch (error) {
      this.logger.warn({ err: error, paths: paths.length }, 'a change could not be announced to viewers');
    }
  }
}

/** @throws Error when Redis is not available at the start; after a later loss the client reconnects. */
export async function connectedClient(redisUrl: string): Promise<RequestClient> {
  const client = new RequestClient({ redisUrl });
  await client.connect();
  return client;
}
