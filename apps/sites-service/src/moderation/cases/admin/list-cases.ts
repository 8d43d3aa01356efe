import { type caseAdminMessages, type CaseState, type CaseSummary, type RequestOf } from '@haru/contracts';
import { readPage } from '@haru/database';
import type { DataSource, EntityManager } from 'typeorm';
import { isoTime } from '../../../tables/columns.js';
import { pagesOfCases } from '../read-cases.js';

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

const SUMMARIES = `
  SELECT id, site_id, kind, origin, state, concerns_sexual_images, reported_sexual_images, report_count,
    ${isoTime('created_at')} AS opened_at, ${isoTime('due_at')} AS due_at, coalesce(due_at < now(), false) AS is_overdue
  FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place) JOIN cases USING (id) CROSS JOIN LATERAL (
    SELECT count(*)::int AS report_count, coalesce(bool_or(report.concerns_sexual_images), false) AS reported_sexual_images
    FROM case_reports AS report WHERE case_id = cases.id) AS reports
  ORDER BY place`;

/** Returns the summaries in the order of the ids; unknown ids are left out. */
export async function summariesOf(manager: EntityManager, ids: readonly string[]): Promise<CaseSummary[]> {
  const pages = await pagesOfCases(manager, ids);
  const summaries = await manager.query<Omit<CaseSummary, 'page'>[]>(SUMMARIES, [ids]);
  return summaries.flatMap((summary) => {
    const page = pages.get(summary.id);
    return page ? { ...summary, page } : [];
  });
}
