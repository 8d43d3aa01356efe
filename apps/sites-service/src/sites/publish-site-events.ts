import {
  type AdminAct,
  adminActed,
  adminActOf,
  type PayloadOf,
  type RequestContext,
  siteDeleted,
  siteStateChanged,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { partsOf } from './in-batches.js';

/** An account may have many pages, and an event should stay small. */
const MAX_PER_EVENT = 500;
const outbox = new Outbox();

/** Publishes the rows that this transaction deleted: workers then remove their artifacts. */
export async function publishSiteDeleted(
  manager: EntityManager,
  deleted: PayloadOf<typeof siteDeleted>['sites'],
  context: RequestContext,
): Promise<void> {
  for (const sites of partsOf(deleted, MAX_PER_EVENT)) {
    await outbox.publish(manager, siteDeleted, { sites }, { aggregateId: sites[0]?.id ?? '', context });
  }
}

/** Publishes a change of what visitors get at these paths, so that their manifests are written. */
export async function publishSiteStateChanged(
  manager: EntityManager,
  changed: readonly string[],
  options: { aggregateId: string; context: RequestContext },
): Promise<void> {
  for (const paths of partsOf([...new Set(changed)], MAX_PER_EVENT)) {
    await outbox.publish(manager, siteStateChanged, { paths }, options);
  }
}

/** Runs a statement that changes sites and returns their paths, and publishes that. @returns the paths */
export async function changeSites(
  manager: EntityManager,
  [statement, ...parameters]: readonly [statement: string, ...parameters: unknown[]],
  options: { aggregateId: string; context: RequestContext },
): Promise<string[]> {
  const [rows] = await manager.query<[{ path: string }[], number]>(statement, parameters);
  const paths = rows.map(({ path }) => path);
  await publishSiteStateChanged(manager, paths, options);
  return paths;
}

/** Publishes an act of the caller for the audit log. @param actor it is the caller, unless a clock acts */
export async function publishAct(
  manager: EntityManager,
  act: Parameters<typeof adminActOf>[1] & { actor?: AdminAct['actor'] },
  context: RequestContext,
): Promise<void> {
  const published = { ...adminActOf(context.caller, act), ...(act.actor ? { actor: act.actor } : {}) };
  await outbox.publish(manager, adminActed, published, { aggregateId: act.subject.id, context });
}
