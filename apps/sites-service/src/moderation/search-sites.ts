import {
  type Caller,
  isUuid,
  type moderationMessages,
  type RequestOf,
  requireRole,
  type SiteOverview,
} from '@haru/contracts';
import { parsePageCursor, readPage } from '@haru/database';
import type { DataSource } from 'typeorm';
import type { OwnOriginRule } from '../sites/own-origin-rule.js';
import { DELETED_OVERVIEW, OVERVIEW, overviewOf, type OverviewRow } from './site-overview.js';

type Search = RequestOf<typeof moderationMessages.searchSites>;

const PAGE_ROWS = 50;

const states: Record<Search['state'], string> = {
  all: 'true',
  live: 'is_active AND expires_at > now()',
  expired: 'NOT is_deleted AND stopped_at IS NULL AND (NOT is_active OR expires_at <= now())',
  stopped: 'stopped_at IS NOT NULL',
};

const shareLink = /\/(?:share|site)\/([a-z0-9-]{3,20})(?:[/?#~]|$)/;

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
  ownOrigins: OwnOriginRule,
): Promise<{ sites: SiteOverview[]; next: string | null }> {
  requireRole(caller, 'moderator');
  const values: unknown[] = [];
  const path = ownOrigins.pathAt(text);
  const isFound = matches(path === undefined ? text : `/share/${path}`, accountIds, values);
  const found = `SELECT * FROM (${FOUND}) AS found WHERE ${states[state]} AND ${isFound}`;
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
