import type { CasePage } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

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
