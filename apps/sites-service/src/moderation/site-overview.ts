import type { SiteOverview } from '@haru/contracts';

/** The columns of an overview, in SQL. */
export const OVERVIEW = `id, user_id, path, title, is_active, false AS is_deleted, noindex, created_at, expires_at,
  stopped_at, stopped_reason, stopped_source`;

/** The same of a stopped page that was deleted, from `stopped_paths`. */
export const DELETED_OVERVIEW = `id, user_id, path, title, false AS is_active, true AS is_deleted, noindex, created_at, expires_at,
  stopped_at, stopped_reason, stopped_source`;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether it is an id; no path is as long as one. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

type Times = 'created_at' | 'expires_at' | 'stopped_at';
export type OverviewRow = Omit<SiteOverview, Times> & {
  created_at: Date;
  expires_at: Date;
  stopped_at: Date | null;
};

/** As it crosses the wire. */
export function overviewOf(row: OverviewRow): SiteOverview {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    stopped_at: row.stopped_at?.toISOString() ?? null,
  };
}
