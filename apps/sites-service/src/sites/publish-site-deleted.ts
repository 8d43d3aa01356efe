import { type PayloadOf, type RequestContext, siteDeleted } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';

/** An account may have many sites, and an event should stay small. */
const SITES_PER_EVENT = 500;

/** Publishes the rows that this transaction deleted: workers then remove their artifacts. */
export async function publishSiteDeleted(
  outbox: Outbox,
  manager: EntityManager,
  deleted: PayloadOf<typeof siteDeleted>['sites'],
  context: RequestContext,
): Promise<void> {
  for (let from = 0; from < deleted.length; from += SITES_PER_EVENT) {
    const sites = deleted
      .slice(from, from + SITES_PER_EVENT)
      .map(({ id, path, storagePath }) => ({ id, path, storagePath }));
    const [first] = sites;
    if (first) await outbox.publish(manager, siteDeleted, { sites }, { aggregateId: first.id, context });
  }
}
