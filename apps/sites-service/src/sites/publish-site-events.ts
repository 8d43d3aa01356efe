import { type PayloadOf, type RequestContext, siteDeleted, siteStateChanged } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { partsOf } from './in-batches.js';

/** An account may have many pages, and an event should stay small. */
const MAX_PER_EVENT = 500;

/** Publishes the rows that this transaction deleted: workers then remove their artifacts. */
export async function publishSiteDeleted(
  outbox: Outbox,
  manager: EntityManager,
  deleted: PayloadOf<typeof siteDeleted>['sites'],
  context: RequestContext,
): Promise<void> {
  for (const rows of partsOf(deleted, MAX_PER_EVENT)) {
    const sites = rows.map(({ id, path, storagePath }) => ({ id, path, storagePath }));
    await outbox.publish(manager, siteDeleted, { sites }, { aggregateId: sites[0]?.id ?? '', context });
  }
}

/** Publishes a change of what visitors get at these paths, so that their manifests are written. */
export async function publishSiteStateChanged(
  outbox: Outbox,
  manager: EntityManager,
  changed: readonly string[],
  options: { aggregateId: string; context: RequestContext },
): Promise<void> {
  for (const paths of partsOf([...new Set(changed)], MAX_PER_EVENT)) {
    await outbox.publish(manager, siteStateChanged, { paths }, options);
  }
}
