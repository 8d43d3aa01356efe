import { type caseAdminMessages, type CaseState, type CaseSummary, type RequestOf } from '@haru/contracts';
import { afterPageCursor, PAGE_CURSOR, pageOf, requirePageCursor } from '@haru/database';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { pagesOfCases } from '../case-pages.js';
import { Case } from '../../../tables/cases/case.entity.js';

type Query = RequestOf<typeof caseAdminMessages.listCases>;

const WAITING: readonly CaseState[] = ['received', 'reviewing', 'objected'];
/** In these states a step of the owner or of a moderator is due. */
const WITH_DUE_DATE: ReadonlySet<Query['state']> = new Set<Query['state']>(['waiting', 'inquiry', ...WAITING]);

const DUE_CURSOR = PAGE_CURSOR.replace('created_at', 'due_at');

export async function listCases(
  dataSource: DataSource,
  { state, cursor, limit }: Query,
): Promise<{ cases: CaseSummary[]; next: string | null }> {
  const isByDue = WITH_DUE_DATE.has(state);
  const values: unknown[] = [];
  const conditions = [
    state === 'all' ? 'true' : `state = ANY ($${values.push(state === 'waiting' ? WAITING : [state])}::text[])`,
    cursor === undefined ? 'true' : (isByDue ? afterDueCursor : afterCursor)(cursor, values),
  ].join(' AND ');
  const found = await dataSource.query<{ id: string; cursor: string }[]>(
    isByDue
      ? `SELECT id, ${DUE_CURSOR} FROM cases WHERE ${conditions} ORDER BY due_at, id LIMIT ${limit + 1}`
      : `SELECT id, ${PAGE_CURSOR} FROM cases WHERE ${conditions} ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
    values,
  );
  const { rows, next } = pageOf(found, limit);
  const ids = rows.map(({ id }) => id);
  return { cases: await summariesOf(dataSource.manager, ids), next };
}

const afterCursor = (cursor: string, values: unknown[]): string => afterPageCursor(requirePageCursor(cursor), values);

function afterDueCursor(cursor: string, values: unknown[]): string {
  const { micros, id } = requirePageCursor(cursor);
  const time = `timestamptz 'epoch' + $${values.push(micros)}::bigint * interval '1 microsecond'`;
  return `(due_at, id) > (${time}, $${values.push(id)}::uuid)`;
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
