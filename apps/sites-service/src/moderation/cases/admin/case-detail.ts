import {
  type CaseDetail,
  type RequestContext,
  ServiceError,
  type caseAdminMessages,
  type CaseState,
  type CaseSummary,
  type RequestOf,
} from '@haru/contracts';
import { findingOf } from '@haru/page-check';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { HtmlStorage } from '../../../storage/html-storage/html-storage.js';
import { readStartPage } from '../../../storage/start-page.js';
import { PAGE_HTML, PAGE_TREE } from '../../../tables/columns.js';
import type { VersionCheck } from '../../../tables/pages/version-check.js';
import { PAGE_STATE, pagesOfCases, stepsOf } from '../read-cases.js';
import { ConflictOfInterest } from '../steps/conflict-of-interest.js';
import { CaseReport, Case } from '../../../tables/cases/case.entity.js';
import { readPage } from '@haru/database';

type Query = RequestOf<typeof caseAdminMessages.listCases>;

const WAITING: readonly CaseState[] = ['received', 'reviewing', 'objected'];
/** In these states a step of the owner or of a moderator is due. */
const WITH_DUE_DATE: ReadonlySet<Query['state']> = new Set<Query['state']>(['waiting', 'inquiry', ...WAITING]);

export async function listCases(
  dataSource: DataSource,
  { state, cursor: after, limit }: Query,
): Promise<{ cases: CaseSummary[]; next: string | null }> {
  const { rows, next } = await readPage<{ id: string }>(
    dataSource.manager,
    'SELECT id, created_at, due_at FROM cases WHERE $1::text[] IS NULL OR state = ANY ($1)',
    [state === 'all' ? null : state === 'waiting' ? WAITING : [state]],
    { after, limit, order: WITH_DUE_DATE.has(state) ? 'due_at ASC' : 'created_at DESC' },
  );
  const ids = rows.map(({ id }) => id);
  return { cases: await summariesOf(dataSource.manager, ids), next };
}

/** Returns the summaries in the order of the ids; unknown ids are left out. */
async function summariesOf(manager: EntityManager, ids: readonly string[]): Promise<CaseSummary[]> {
  const [cases, pages, counts] = await Promise.all([
    manager.findBy(Case, { id: In(ids) }),
    pagesOfCases(manager, ids),
    manager.query<{ id: string; count: number; ofImages: boolean }[]>(
      `SELECT case_id AS id, count(*)::int AS count, bool_or(concerns_sexual_images) AS "ofImages"
       FROM case_reports WHERE case_id = ANY ($1::uuid[]) GROUP BY case_id`,
      [ids],
    ),
  ]);
  const [caseOf, reportsOf] = [
    new Map(cases.map((abuseCase) => [abuseCase.id, abuseCase])),
    new Map(counts.map((reports) => [reports.id, reports])),
  ];
  return ids.flatMap((id) => {
    const [abuseCase, page] = [caseOf.get(id), pages.get(id)];
    if (!abuseCase || !page) return [];
    const { siteId, kind, origin, state, dueAt, createdAt } = abuseCase;
    return {
      ...{ id, site_id: siteId, page, kind, origin, state },
      concerns_sexual_images: abuseCase.concernsSexualImages,
      reported_sexual_images: reportsOf.get(id)?.ofImages ?? false,
      report_count: reportsOf.get(id)?.count ?? 0,
      opened_at: createdAt.toISOString(),
      due_at: dueAt?.toISOString() ?? null,
      is_overdue: dueAt !== null && dueAt.getTime() < Date.now(),
    };
  });
}

const MAX_REPORTS = 100;
const MAX_OTHER_PAGES = 50;

type OtherPage = NonNullable<CaseDetail['owner']>['other_pages'][number];

@Injectable()
export class ReadCaseDetail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly conflict: ConflictOfInterest,
    private readonly storage: HtmlStorage,
  ) {}

  async getCase(id: string, context: RequestContext): Promise<CaseDetail> {
    const { manager } = this.dataSource;
    const abuseCase = await manager.findOneBy(Case, { id });
    const [summary] = await summariesOf(manager, [id]);
    if (!abuseCase || !summary) throw new ServiceError('CASE_NOT_FOUND');
    const reports = await manager.find(CaseReport, {
      where: { caseId: id },
      order: { createdAt: 'ASC', id: 'ASC' },
      take: MAX_REPORTS,
    });
    const steps = await stepsOf(manager, [id], null);
    const { html, tree, check } = await pageOf(manager, abuseCase.siteId);
    return {
      ...summary,
      is_stopped: abuseCase.isStopped,
      reports: reports.map(({ id, kind, description, concernsSexualImages, email, accountId, createdAt }) => ({
        ...{ id, kind, description, email },
        concerns_sexual_images: concernsSexualImages,
        account_id: accountId,
        created_at: createdAt.toISOString(),
      })),
      steps: steps.map(({ state, actor, actorId, reason, at }) => ({
        ...{ state, by: actor, reason },
        actor_id: actorId,
        at: at.toISOString(),
      })),
      findings: findingsOf(check, abuseCase),
      source: tree === null ? html : await readStartPage(this.storage, tree),
      owner:
        abuseCase.ownerId === null
          ? null
          : { id: abuseCase.ownerId, other_pages: await otherPages(manager, abuseCase) },
      stopped_by: abuseCase.stoppedBy,
      concerns_caller: await this.conflict.concernsCaller({ siteId: abuseCase.siteId }, context),
      objected_at: abuseCase.objectedAt?.toISOString() ?? null,
    };
  }
}

/** Takes the findings of the present page, or else those of the check that opened the case. */
function findingsOf(check: VersionCheck | null, { findings }: Case): CaseDetail['findings'] {
  return check?.signals.length ? check.signals.map(findingOf) : findings;
}

/** Without a text and a tree the page is purged. */
interface ReportedPage {
  html: string | null;
  tree: string | null;
  check: VersionCheck | null;
}

/** Reads what the page shows, or showed when it was deleted, and what the check found in it. */
async function pageOf(manager: EntityManager, siteId: string): Promise<ReportedPage> {
  const [page] = await manager.query<ReportedPage[]>(
    `SELECT ${PAGE_HTML} AS html, ${PAGE_TREE} AS tree,
       (SELECT check_result FROM page_versions WHERE site_id = page.id AND number = page.version) AS "check"
     FROM (SELECT id, version, content_hash FROM sites WHERE id = $1
       UNION ALL SELECT id, version, content_hash FROM deleted_sites WHERE id = $1) AS page LIMIT 1`,
    [siteId],
  );
  return page ?? { html: null, tree: null, check: null };
}

async function otherPages(manager: EntityManager, { ownerId, siteId }: Case): Promise<OtherPage[]> {
  const rows = await manager.query<(Omit<OtherPage, 'created_at'> & { created_at: Date })[]>(
    `SELECT id, path, title, ${PAGE_STATE} AS state, created_at FROM sites WHERE user_id = $1 AND id <> $2
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_OTHER_PAGES}`,
    [ownerId, siteId],
  );
  return rows.map(({ created_at, ...page }) => ({ ...page, created_at: created_at.toISOString() }));
}
