import { isExpired, type SiteAbsenceCode } from '@haru/contracts';
import { queryPrepared } from '@haru/database';
import type { DataSource } from 'typeorm';
import { PAGE_TEXT, PAGE_TREE } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';
import type { PageText } from './page-renderer.js';

/** These columns decide whether and how a site is shown: its row without the page. */
export interface SiteState extends Pick<
  Site,
  | ('id' | 'path' | 'storagePath' | 'isActive' | 'expiresAt' | 'lastModified' | 'hadOwnOrigin')
  | ('visibility' | 'accessGeneration')
> {
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
const PAGE_OF_STOPPED_PATH = `title, '' AS html, NULL AS "isUnrendered", NULL AS tree`;

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
export function unavailableReason(site: VisibleSite, { isAdmitted }: Admission, now: Date) {
  const isAllowed = isAdmitted || site?.visibility === 'public';
  return endOf(site, now) ?? (isAllowed ? undefined : 'not-found');
}

/**
 * Each member of a state is read by the first expression from `sites`, and by the second from `stopped_paths`: the path of
 * a stopped page stays stopped when the page is deleted.
 */
const STATE: Record<keyof SiteState, readonly [ofSite: string, ofStoppedPath: string]> = {
  id: ['id', 'id'],
  path: ['path', 'path'],
  storagePath: ['storage_path', `''`],
  isActive: ['is_active', 'false'],
  expiresAt: ['expires_at', 'expires_at'],
  lastModified: ['last_modified', 'stopped_at'],
  hadOwnOrigin: ['had_own_origin', 'false'],
  visibility: ['visibility', 'visibility'],
  accessGeneration: ['access_generation', '1'],
  noindex: [`noindex OR owner_unconfirmed OR under_review OR visibility <> 'public'`, 'noindex'],
  underReview: ['under_review', 'false'],
  isStopped: ['stopped_at IS NOT NULL', 'true'],
};
const COLUMNS = Object.entries(STATE).map(([name, [ofSite]]) => `${ofSite} AS "${name}"`);
const STOPPED_COLUMNS = Object.values(STATE).map(([, ofStoppedPath]) => ofStoppedPath);
export const STATE_BY_PATH = statesWhere('path = $1');
const PAGE_BY_PATH = statesWhere('path = $1', [PAGE], [PAGE_OF_STOPPED_PATH]);

/** @param condition on `path` */
export function statesWhere(condition: string, page: string[] = [], pageOfStoppedPath: string[] = []): string {
  return `
    SELECT ${[...COLUMNS, ...page].join(', ')} FROM sites WHERE ${condition}
    UNION ALL
    SELECT ${[...STOPPED_COLUMNS, ...pageOfStoppedPath].join(', ')} FROM stopped_paths WHERE ${condition}`;
}

export async function findSiteWithPage(dataSource: DataSource, path: string) {
  const [site] = await dataSource.query<(SiteState & SitePage)[]>(PAGE_BY_PATH, [path]);
  return site;
}

export const PAGE_BY_ID = `SELECT ${PAGE} FROM sites WHERE id = $1`;

/** This SQL expression is a digest of what visitors can see of a state. Time alone does not change it. */
export const STATE_DIGEST = `md5(concat_ws('|', state.id, state."storagePath", extract(epoch FROM state."expiresAt"),
  extract(epoch FROM state."lastModified"), state.noindex, state."isStopped", CASE WHEN state."underReview" THEN 'under review' END,
  CASE WHEN state."hadOwnOrigin" THEN 'own origin' END, state.visibility, state."accessGeneration"))`;

/** Each path is looked up by itself, for the same reason as in `SITES_BY_IDS`. */
export const BY_PATHS = `
  SELECT now() AS "asOf", state.*, ${STATE_DIGEST} AS digest
  FROM unnest($1::text[]) AS given (path)
  LEFT JOIN LATERAL (${statesWhere('path = given.path')}) AS state ON true`;

type StateRow = SiteState & { asOf: Date; digest: string };

/** Finds the state of each path. @returns no entry for a path without a page */
export async function findSiteStates(dataSource: DataSource, paths: readonly string[]) {
  const rows = await queryPrepared<StateRow | (Record<keyof SiteState, null> & { asOf: Date })>(dataSource, BY_PATHS, [
    paths,
  ]);
  const found = rows.filter((row): row is StateRow => row.id !== null);
  return {
    asOf: rows[0]?.asOf ?? new Date(0),
    states: new Map(found.map(({ asOf: _, digest, ...state }) => [state.path, { state, digest }])),
  };
}
