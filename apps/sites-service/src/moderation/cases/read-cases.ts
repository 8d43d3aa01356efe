import {
  type caseMessages,
  type CasePage,
  type CaseView,
  type RequestContext,
  type RequestOf,
  ServiceError,
} from '@haru/contracts';
import { readPage } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { accountOf } from '../../sites/own-site.js';
import { confirmAddress } from './case-recipients.js';
import { Case, CaseLink, CaseStep } from '../../tables/cases/case.entity.js';

/** This SQL expression gives the state of a page from a row of `sites`. */
export const PAGE_STATE = `CASE
  WHEN sites.stopped_at IS NOT NULL THEN 'stopped'
  WHEN NOT sites.is_active OR sites.expires_at <= now() THEN 'expired'
  ELSE 'live' END`;

// A reporter who knows only the path of a page that is not public does not learn its title.
const PAGES = `
  SELECT cases.id, coalesce(sites.path, cases.path) AS path,
    CASE WHEN sites.visibility <> 'public' THEN sites.path ELSE coalesce(sites.title, cases.title) END AS title,
    CASE WHEN sites.id IS NOT NULL THEN ${PAGE_STATE}
      WHEN EXISTS (SELECT FROM stopped_paths WHERE stopped_paths.id = cases.site_id) THEN 'stopped'
      ELSE 'deleted' END AS state
  FROM cases LEFT JOIN sites ON sites.id = cases.site_id WHERE cases.id = ANY ($1::uuid[])`;

export async function pagesOfCases(manager: EntityManager, caseIds: readonly string[]): Promise<Map<string, CasePage>> {
  const rows = await manager.query<(CasePage & { id: string })[]>(PAGES, [caseIds]);
  return new Map(rows.map(({ id, ...page }) => [id, page]));
}

/** A reporter is named by the id of the report, the owner by null. */
type Viewer = string | null;

/** Reporters get the path that the page had, so that nobody follows a page whose owner moves it away from them. */
export function pageFor(viewer: Viewer, page: CasePage, { path }: Case): CasePage {
  return viewer === null ? page : { ...page, path, title: page.title === page.path ? path : page.title };
}

const PAGE_ROWS = 20;

/** Leaves out the steps of reports that joined an existing case. */
const IS_NO_FURTHER_REPORT = `(step.report_id IS NULL OR NOT EXISTS (
  SELECT FROM case_steps AS earlier WHERE earlier.case_id = step.case_id AND earlier.seq < step.seq))`;

@Injectable()
export class ReadCases {
  constructor(private readonly dataSource: DataSource) {}

  async readCase({ tokenHash }: RequestOf<typeof caseMessages.readCase>, context: RequestContext): Promise<CaseView> {
    const link = await this.dataSource.manager.findOneBy(CaseLink, { tokenHash });
    if (!link) throw new ServiceError('CASE_NOT_FOUND');
    const { mailId, reportId, openedAt } = link;
    if (mailId !== null && reportId !== null && openedAt === null) {
      await this.dataSource.transaction((manager) => confirmAddress(manager, link, context));
    }
    return this.view(link.caseId, link.reportId);
  }

  async view(caseId: string, viewer: Viewer): Promise<CaseView> {
    const { manager } = this.dataSource;
    const abuseCase = await manager.findOneBy(Case, { id: caseId });
    const [view] = abuseCase ? await viewsOf(manager, [abuseCase], viewer) : [];
    if (!view) throw new ServiceError('CASE_NOT_FOUND');
    return view;
  }

  async listOwnCases(
    { cursor }: RequestOf<typeof caseMessages.listOwnCases>,
    { caller }: RequestContext,
  ): Promise<{ cases: CaseView[]; next: string | null }> {
    const { manager } = this.dataSource;
    const { rows, next } = await readPage<{ id: string }>(
      manager,
      'SELECT id, created_at FROM cases WHERE owner_id = $1 AND owner_informed_at IS NOT NULL',
      [accountOf(caller).accountId],
      { after: cursor, limit: PAGE_ROWS },
    );
    const cases = await manager.find(Case, {
      where: { id: In(rows.map(({ id }) => id)) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return { cases: await viewsOf(manager, cases, null), next };
  }
}

async function viewsOf(manager: EntityManager, cases: readonly Case[], viewer: Viewer): Promise<CaseView[]> {
  const ids = cases.map(({ id }) => id);
  const pages = await pagesOfCases(manager, ids);
  const steps = await stepsOf(manager, ids, viewer);
  return cases.flatMap((abuseCase) => {
    const page = pages.get(abuseCase.id);
    if (!page) return [];
    const { id, kind, state } = abuseCase;
    const isOwner = viewer === null;
    const dueAt = abuseCase.dueAt?.toISOString() ?? null;
    return {
      id,
      role: isOwner ? ('owner' as const) : ('reporter' as const),
      page: pageFor(viewer, page, abuseCase),
      kind,
      concerns_sexual_images: abuseCase.concernsSexualImages,
      state,
      is_stopped: abuseCase.isStopped,
      steps: steps.filter((step) => step.caseId === id).map((step) => stepOf(step, viewer)),
      opened_at: abuseCase.createdAt.toISOString(),
      answer_due_at: state === 'received' || state === 'reviewing' ? dueAt : null,
      owner_due_at: state === 'inquiry' ? dueAt : null,
      can_answer: isOwner && state === 'inquiry',
      can_object: isOwner && state === 'stopped',
    };
  });
}

/** A reporter sees only their own report, the owner only the first one, because there may be thousands. */
export function stepsOf(manager: EntityManager, caseIds: readonly string[], viewer: Viewer): Promise<CaseStep[]> {
  return manager
    .createQueryBuilder(CaseStep, 'step')
    .where('step.caseId = ANY (:caseIds)', { caseIds })
    .andWhere(viewer === null ? IS_NO_FURTHER_REPORT : '(step.reportId IS NULL OR step.reportId = :viewer)', { viewer })
    .orderBy('step.seq')
    .getMany();
}

/** Reporters and owners cannot read each other's texts, which may identify them. */
function stepOf({ state, actor, reason, at }: CaseStep, viewer: Viewer): CaseView['steps'][number] {
  const isOtherSide = actor === (viewer === null ? 'reporter' : 'owner');
  return { state, by: actor, reason: isOtherSide ? null : reason, at: at.toISOString() };
}
