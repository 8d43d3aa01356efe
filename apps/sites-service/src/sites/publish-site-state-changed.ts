import { type RequestContext, siteStateChanged } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';

/** A ban stops all pages of an account, and an event should stay small. */
const PATHS_PER_EVENT = 500;

/** Publishes a change of what visitors get at these paths, so that their manifests are written. */
export async function publishSiteStateChanged(
  outbox: Outbox,
  manager: EntityManager,
  paths: readonly string[],
  options: { aggregateId: string; context: RequestContext },
): Promise<void> {
  const unique = [...new Set(paths)];
  for (let from = 0; from < unique.length; from += PATHS_PER_EVENT) {
    await outbox.publish(manager, siteStateChanged, { paths: unique.slice(from, from + PATHS_PER_EVENT) }, options);
  }
}
