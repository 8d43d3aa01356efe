import { siteChanged } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';

/** Makes every viewer ask the database again about these paths. Call it after the commit. */
export class SiteCacheInvalidator {
  constructor(
    private readonly client: RequestClient,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Never fails: the change is committed, and viewers check their pages again within seconds anyway. */
  async announce(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    try {
      await this.client.broadcast(siteChanged, { paths: [...paths] });
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
