import { isExpired, type SiteAbsenceCode } from '@haru/contracts';
import type { DataSource } from 'typeorm';
import { PAGE_TEXT, PAGE_TREE, selectAs, sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';
import type { PageText } from './page-renderer.js';

const STATE = [
  ...(['id', 'path', 'storagePath', 'isActive', 'expiresAt', 'lastModified', 'hadOwnOrigin'] as const),
  ...(['visibility', 'accessGeneration'] as const),
] as const;

/** These columns decide whether and how a site is shown: its row without the page. */
export interface SiteState extends Pick<Site, (typeof STATE)[number]> {
  /** It is true if the owner chose it or is not registered yet, or if the page is under review or not public. */
  noindex: boolean;
  /** Visitors first see a notice. */
  underReview: boolean;
  isStopped: boolean;
}

export interface SitePage extends Pick<Site, 'title'>, PageText {
  /** It is the canonical form of a tree, see `readTreeText`; null for a text. */
  tree: string | null;
}

const PAGE = `title, ${PAGE_TEXT}, ${PAGE_TREE} AS tree`;

/** A path shows no page for one of these reasons. A freed path is `not-found`. */
export type UnavailableReason = 'not-found' | 'stopped' | 'expired';

export const unavailableCodes = {
  'not-found': 'SITE_NOT_FOUND',
  stopped: 'SITE_STOPPED',
  expired: 'SITE_EXPIRED',
} as const satisfies Record<UnavailableReason, SiteAbsenceCode>;

interface Admission {
  /** The visitor has the key of the page, or the cookie for it. It has no effect on a public page. */
  isAdmitted: boolean;
}

type VisibleSite = Pick<SiteState, 'isStopped' | 'isActive' | 'expiresAt' | 'visibility'> | undefined;

/**
 * Returns why the page is visible to nobody at `now`, even before a sweep marks it; undefined while it is live. A page that
 * is not public is then always `not-found`, so that nobody learns what happened to it.
 */
export function endOf(site: VisibleSite, now: Date): UnavailableReason | undefined {
  if (!site) return 'not-found';
  if (site.isActive && !site.isStopped && !isExpired(site.expiresAt, now)) return undefined;
  if (site.visibility !== 'public') return 'not-found';
  return site.isStopped ? 'stopped' : 'expired';
}

/** Returns why this visitor does not see the page at `now`; undefined if they do. */
export function unavailableReason(
  site: VisibleSite,
  { isAdmitted }: Admission,
  now: Date,
): UnavailableReason | undefined {
  const isAllowed = isAdmitted || site?.visibility === 'public';
  return endOf(site, now) ?? (isAllowed ? undefined : 'not-found');
}

const COMPUTED = `noindex OR owner_unconfirmed OR under_review OR visibility <> 'public' AS noindex, under_review AS "underReview",
  stopped_at IS NOT NULL AS "isStopped"`;
const STATE_BY_PATH = statesWhere('path = $1');
const PAGE_BY_PATH = select(`${selectAs(sitesColumns, STATE)}, ${PAGE}`, 'path = $1', `, title, '', NULL, NULL`);

/** @param condition on `path`. The path of a stopped page stays stopped when the page is deleted. */
function select(columns: string, condition: string, pageOfStopped = ''): string {
  return `
    SELECT ${columns}, ${COMPUTED} FROM sites WHERE ${condition}
    UNION ALL
    SELECT id, path, '', false, expires_at, stopped_at, false, visibility, 1${pageOfStopped}, noindex, false, true FROM stopped_paths WHERE ${condition}`;
}

export function statesWhere(condition: string): string {
  return select(selectAs(sitesColumns, STATE), condition);
}

export async function findSiteState(dataSource: DataSource, path: string): Promise<SiteState | undefined> {
  const rows = await dataSource.query<SiteState[]>(STATE_BY_PATH, [path]);
  return rows[0];
}

export async function findSiteWithPage(
  dataSource: DataSource,
  path: string,
): Promise<(SiteState & SitePage) | undefined> {
  const rows = await dataSource.query<(SiteState & SitePage)[]>(PAGE_BY_PATH, [path]);
  return rows[0];
}

const PAGE_BY_ID = `SELECT ${PAGE} FROM sites WHERE id = $1`;

export async function findPage(dataSource: DataSource, siteId: string): Promise<SitePage | undefined> {
  const rows = await dataSource.query<SitePage[]>(PAGE_BY_ID, [siteId]);
  return rows[0];
}
