import { randomUUID } from 'node:crypto';
import { type CaseKind, type CaseOrigin, type PageFinding, type RequestContext, ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { addStep, answerDue, lockedCase } from './move-case.js';
import type { Case } from '../../../tables/cases/case.entity.js';

interface NewCase {
  siteId: string;
  kind: CaseKind;
  concernsSexualImages?: boolean | undefined;
  findings?: readonly PageFinding[];
}

// The locked row makes concurrent reports of a page wait for each other.
const JOIN = `
  INSERT INTO cases (id, site_id, path, title, owner_id, kind, concerns_sexual_images, origin, state, findings,
    created_at, due_at)
  SELECT $2, id, path, CASE WHEN visibility = 'public' THEN title ELSE path END, user_id, $3, $4, $5, 'received',
    $6::jsonb, $7, $8 FROM sites WHERE id = $1
  ON CONFLICT (site_id) WHERE closed_at IS NULL DO UPDATE SET
    concerns_sexual_images = cases.concerns_sexual_images OR excluded.concerns_sexual_images,
    findings = CASE WHEN excluded.findings = '[]' THEN cases.findings ELSE excluded.findings END
  RETURNING id`;

// While the page moves to another account, this waits for it. Decisions lock the case first, too.
const SET_OWNER = `
  UPDATE cases SET owner_id = user_id FROM (SELECT user_id FROM sites WHERE id = $2 FOR KEY SHARE) AS page
  WHERE cases.id = $1`;

/**
 * Opens a case about a page, or joins its open case. The caller's transaction must have written the page before. The
 * case stays locked; the caller adds its step.
 */
export async function joinCase(
  manager: EntityManager,
  { siteId, kind, concernsSexualImages = false, findings = [] }: NewCase,
  origin: CaseOrigin,
): Promise<{ isNew: boolean; abuseCase: Case }> {
  const [id, now] = [randomUUID(), new Date()];
  const [row] = await manager.query<{ id: string }[]>(JOIN, [
    ...[siteId, id, kind, concernsSexualImages, origin, JSON.stringify(findings)],
    ...[now, answerDue(now)],
  ]);
  if (row) await manager.query(SET_OWNER, [row.id, siteId]);
  const abuseCase = row && (await lockedCase(manager, row.id));
  if (!abuseCase) throw new ServiceError('SITE_NOT_FOUND');
  return { isNew: abuseCase.id === id, abuseCase };
}

/** Opens or joins a case for the findings of a check. @returns its id */
export async function openCase(
  manager: EntityManager,
  { reasons, ...page }: Pick<NewCase, 'siteId' | 'kind'> & { reasons: readonly PageFinding[] },
  context: RequestContext,
): Promise<string> {
  const { isNew, abuseCase } = await joinCase(manager, { ...page, findings: reasons }, 'check');
  if (isNew) await addStep(manager, abuseCase, { actor: 'system', reason: null }, context);
  return abuseCase.id;
}
