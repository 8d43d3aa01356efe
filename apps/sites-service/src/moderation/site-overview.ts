import { type SiteOverview, siteOverviewSchema } from '@haru/contracts';
import type { SiteRow } from '../tables/columns.js';

const fields = Object.keys(siteOverviewSchema.shape);
const columnsWith = (constants: Record<string, string>): string =>
  fields.map((field) => (constants[field] === undefined ? field : `${constants[field]} AS ${field}`)).join(', ');

/** The title of a page that is not public is shown in its case only. */
const title = `CASE WHEN visibility = 'public' THEN title ELSE '' END`;

export const OVERVIEW = columnsWith({ is_deleted: 'false', title });

/** These are the same for a deleted page, from `deleted_sites` or `stopped_paths`. */
export const DELETED_OVERVIEW = columnsWith({ is_deleted: 'true', is_active: 'false', title });

type Times = 'created_at' | 'expires_at' | 'stopped_at';
export type OverviewRow = Omit<SiteOverview, Times> & Pick<SiteRow, Times>;

export function overviewOf(row: OverviewRow): SiteOverview {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    stopped_at: row.stopped_at?.toISOString() ?? null,
  };
}
