import {
  type Caller,
  isUuid,
  type moderationMessages,
  type RequestOf,
  requireRole,
  type SiteOverview,
  siteOverviewSchema,
} from '@haru/contracts';
import { parsePageCursor, readPage } from '@haru/database';
import type { DataSource } from 'typeorm';
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

type Search = RequestOf<typeof moderationMessages.searchSites>;

const PAGE_ROWS = 50;

const states: Record<Search['state'], string> = {
  all: 'true',
  live: 'is_active AND expires_at > now()',
  expired: 'NOT is_deleted AND stopped_at IS NULL AND (NOT is_active OR expires_at <= now())',
  stopped: 'stopped_at IS NOT NULL',
};

const shareLink = /\/(?:share|site)\/([a-z0-9-]{3,20})(?:[/?#]|$)/;

/** Deleted pages are included, because their owners or moderators can restore them. */
const FOUND = `
  SELECT ${OVERVIEW} FROM sites
  UNION ALL SELECT ${DELETED_OVERVIEW} FROM stopped_paths
  UNION ALL SELECT ${DELETED_OVERVIEW} FROM deleted_sites
    WHERE NOT EXISTS (SELECT FROM stopped_paths WHERE stopped_paths.id = deleted_sites.id)`;

export async function searchSites(
  dataSource: DataSource,
  { text, state, after, accountIds = [] }: Search,
  caller: Caller,
): Promise<{ sites: SiteOverview[]; next: string | null }> {
  requireRole(caller, 'moderator');
  const values: unknown[] = [];
  const found = `SELECT * FROM (${FOUND}) AS found WHERE ${states[state]} AND ${matches(text, accountIds, values)}`;
  const { rows, next } = await readPage<OverviewRow>(dataSource.manager, found, values, {
    // An invalid cursor is ignored.
    after: after !== undefined && parsePageCursor(after) ? after : undefined,
    limit: PAGE_ROWS,
  });
  return { sites: rows.map(overviewOf), next };
}

function matches(text: string, accountIds: readonly string[], values: unknown[]): string {
  if (text === '') return 'true';
  if (isUuid(text)) return `$${values.push(text)}::uuid IN (id, user_id)`;
  const linked = shareLink.exec(text)?.[1];
  if (linked !== undefined) return `path = $${values.push(linked)}`;
  // `%`, `_` and `\` are escaped.
  const literal = text.replaceAll('\0', '').replaceAll(/[\\%_]/g, '\\$&');
  const byText = `path LIKE $${values.push(`${literal.toLowerCase()}%`)} OR title ILIKE $${values.push(`%${literal}%`)}`;
  return accountIds.length === 0 ? `(${byText})` : `(${byText} OR user_id = ANY($${values.push(accountIds)}::uuid[]))`;
}
