import { type caseAdminMessages, type CaseState, type CaseSummary, type RequestOf } from '@haru/contracts';
import { readPage } from '@haru/database';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { pagesOfCases } from '../read-cases.js';
import { Case } from '../../../tables/cases/case.entity.js';

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
export async function summariesOf(manager: EntityManager, ids: readonly string[]): Promise<CaseSummary[]> {
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
