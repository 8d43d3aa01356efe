import { isUuid, type RequestContext } from '@haru/contracts';
import { type EntityManager, In, IsNull } from 'typeorm';
import { Case } from '../tables/case.entity.js';
import { addStep, type StepText } from './move-case.js';

type Change = NonNullable<StepText['change']>;

/** Of the case of a page that is being stopped. @param stoppedBy null: the clock, or the command line */
export function stoppedChange(now: Date, { ownerInformedAt }: Case, stoppedBy: string | null): Change {
  return { state: 'stopped', dueAt: null, decidedAt: now, ownerInformedAt: ownerInformedAt ?? now, stoppedBy };
}

/** Of the case of a page that is being restored. */
export function restoredChange(now: Date): Change {
  return { state: 'decided', dueAt: null, closedAt: now, isStopped: false };
}

/**
 * The open case of a page that a moderator stops or restores on another screen takes the step that says so; without one
 * there is nothing to do. Call it before the page is locked: decisions lock the case first, too.
 */
export async function followModeration(
  manager: EntityManager,
  { site, isStopped, reason }: { site: string; isStopped: boolean; reason: string },
  context: RequestContext,
): Promise<void> {
  const siteId = isUuid(site) ? site : await siteAt(manager, site);
  if (siteId === undefined) return;
  const states = isStopped ? (['received', 'reviewing', 'inquiry'] as const) : (['stopped', 'objected'] as const);
  const kase = await manager.findOne(Case, {
    where: { siteId, closedAt: IsNull(), state: In(states) },
    lock: { mode: 'pessimistic_write' },
  });
  if (!kase) return;
  const { caller } = context;
  const now = new Date();
  const change = isStopped
    ? stoppedChange(now, kase, caller.role === 'authenticated' ? caller.accountId : null)
    : restoredChange(now);
  await addStep(manager, kase, { actor: 'admin', reason, change }, context);
}

async function siteAt(manager: EntityManager, path: string): Promise<string | undefined> {
  const [site] = await manager.query<{ id: string }[]>(
    'SELECT id FROM sites WHERE path = $1 UNION ALL SELECT id FROM stopped_paths WHERE path = $1 LIMIT 1',
    [path],
  );
  return site?.id;
}
