import { canDecide, isUuid, type RequestContext, ServiceError } from '@haru/contracts';
import { type EntityManager, In, IsNull } from 'typeorm';
import { canBePath } from '../../../sites/paths/site-path.js';
import { Case } from '../../../tables/cases/case.entity.js';
import { addStep, type NewStep } from './move-case.js';
import { joinCase } from './open-case.js';

/** Selects a page unless it is stopped and its case has confirmed that. */
const FIND_UNDECIDED = `
  SELECT FROM sites WHERE id = $1 AND NOT EXISTS (
    SELECT FROM cases WHERE site_id = sites.id AND closed_at >= stopped_at AND is_stopped)`;

type Change = NonNullable<NewStep['change']>;

/** Changes the case of a page that is being stopped. The clock and the command line have no account. */
export function stoppedChange(now: Date, { ownerInformedAt }: Case, { caller }: RequestContext): Change {
  const stoppedBy = caller.role === 'authenticated' ? caller.accountId : null;
  return { state: 'stopped', dueAt: null, decidedAt: now, ownerInformedAt: ownerInformedAt ?? now, stoppedBy };
}

export function restoredChange(now: Date): Change {
  return { state: 'decided', dueAt: null, closedAt: now, isStopped: false };
}

/**
 * Adds a step to the open case of a page that a moderator stops or restores on another screen. A page that is stopped
 * without a case gets one, where its owner reads the reason and can object. Call it before the page is locked, because
 * decisions also lock the case first.
 */
export async function syncCaseWithModeration(
  manager: EntityManager,
  { siteId, isStopped, reason }: { siteId: string; isStopped: boolean; reason: string },
  context: RequestContext,
): Promise<void> {
  if (isStopped) return void (await unlessDeleted(followStop(manager, siteId, reason, context)));
  const abuseCase = await manager.findOne(Case, {
    where: { siteId, closedAt: IsNull(), state: In(['stopped', 'objected']) },
    lock: { mode: 'pessimistic_write' },
  });
  if (!abuseCase) return;
  await addStep(manager, abuseCase, { actor: 'admin', reason, change: restoredChange(new Date()) }, context);
}

/** The page must not be deleted. If it is stopped already, its case stays as it is, because its owner objects once. */
export async function followStop(
  manager: EntityManager,
  siteId: string,
  reason: string,
  context: RequestContext,
): Promise<void> {
  const [site] = await manager.query<object[]>(FIND_UNDECIDED, [siteId]);
  if (!site) return;
  const { abuseCase } = await joinCase(manager, { siteId, kind: 'other' }, 'admin');
  if (!canDecide('stop', abuseCase)) return;
  const change = stoppedChange(new Date(), abuseCase, context);
  await addStep(manager, abuseCase, { actor: 'admin', reason, change }, context);
}

const ID_OF_PATH = `
  SELECT id FROM sites WHERE path = $1 UNION ALL SELECT id FROM stopped_paths WHERE path = $1
  UNION ALL (SELECT id FROM deleted_sites WHERE path = $1 ORDER BY deleted_at DESC LIMIT 1) LIMIT 1`;

/** @param ref path or id @throws ServiceError SITE_NOT_FOUND when no page has this path */
export async function siteIdOf(manager: EntityManager, ref: string): Promise<string> {
  if (isUuid(ref)) return ref;
  // Other texts are no paths, and Postgres cannot store all of them.
  const [site] = canBePath(ref) ? await manager.query<{ id: string }[]>(ID_OF_PATH, [ref]) : [];
  if (!site) throw new ServiceError('SITE_NOT_FOUND');
  return site.id;
}

/** @returns whether the page was still there @throws any other error */
export function unlessDeleted(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ServiceError && error.code === 'SITE_NOT_FOUND') return false;
      throw error;
    },
  );
}
