import { canDecide, isUuid, type RequestContext } from '@haru/contracts';
import { type EntityManager, In, IsNull } from 'typeorm';
import { canBePath } from '../../paths/site-path.js';
import { Case } from '../../tables/cases/case.entity.js';
import { addStep, type NewStep } from './move-case.js';
import { joinCase } from './open-case.js';

/** Whether a page is stopped, and its case says that it stays so. */
const IS_DECIDED = `
  SELECT stopped_at IS NOT NULL AND EXISTS (
    SELECT FROM cases WHERE site_id = sites.id AND closed_at >= stopped_at AND is_stopped) AS "isDecided"
  FROM sites WHERE id = $1`;

type Change = NonNullable<NewStep['change']>;

/** Of the case of a page that is being stopped. @param stoppedBy null: the clock, or the command line */
export function stoppedChange(now: Date, { ownerInformedAt }: Case, stoppedBy: string | null): Change {
  return { state: 'stopped', dueAt: null, decidedAt: now, ownerInformedAt: ownerInformedAt ?? now, stoppedBy };
}

/** Of the case of a page that is being restored. */
export function restoredChange(now: Date): Change {
  return { state: 'decided', dueAt: null, closedAt: now, isStopped: false };
}

/**
 * The open case of a page that a moderator stops or restores on another screen takes the step that says so. A page that is
 * stopped without one gets one: its owner reads there why, and can object. Call it before the page is locked: decisions lock
 * the case first, too.
 */
export async function syncCaseWithModeration(
  manager: EntityManager,
  { siteId, isStopped, reason }: { siteId: string; isStopped: boolean; reason: string },
  context: RequestContext,
): Promise<void> {
  if (isStopped) return followStop(manager, siteId, reason, context);
  const abuseCase = await manager.findOne(Case, {
    where: { siteId, closedAt: IsNull(), state: In(['stopped', 'objected']) },
    lock: { mode: 'pessimistic_write' },
  });
  if (!abuseCase) return;
  await addStep(manager, abuseCase, { actor: 'admin', reason, change: restoredChange(new Date()) }, context);
}

/** Of a page that is not deleted. The case of one that is stopped already stays as it is: its owner objects once. */
export async function followStop(
  manager: EntityManager,
  siteId: string,
  reason: string,
  context: RequestContext,
): Promise<void> {
  const [site] = await manager.query<{ isDecided: boolean }[]>(IS_DECIDED, [siteId]);
  if (!site || site.isDecided) return;
  const { abuseCase } = await joinCase(manager, { siteId, kind: 'other' }, 'admin');
  if (!canDecide('stop', abuseCase)) return;
  const { caller } = context;
  const change = stoppedChange(new Date(), abuseCase, caller.role === 'authenticated' ? caller.accountId : null);
  await addStep(manager, abuseCase, { actor: 'admin', reason, change }, context);
}

/** @param ref path or id. @returns undefined: there is no such page */
export async function siteIdOf(manager: EntityManager, ref: string): Promise<string | undefined> {
  if (isUuid(ref)) return ref;
  // No other text is a path, and Postgres keeps not every text.
  if (!canBePath(ref)) return undefined;
  const [site] = await manager.query<{ id: string }[]>(
    `SELECT id FROM sites WHERE path = $1 UNION ALL SELECT id FROM stopped_paths WHERE path = $1
     UNION ALL (SELECT id FROM deleted_sites WHERE path = $1 ORDER BY deleted_at DESC LIMIT 1) LIMIT 1`,
    [ref],
  );
  return site?.id;
}
