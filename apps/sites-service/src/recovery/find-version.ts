import type { DataSource } from 'typeorm';
import type { SitePage } from '../sites/site-visibility.js';
import { PAGE_BYTES, PAGE_HTML } from '../tables/columns.js';
import { SHOWS_NOTICE } from '../tables/pages/version-check.js';
import type { SignedPreview } from './preview-signer.js';

interface FoundVersion {
  /** Whose the site is. */
  userId: string;
  isStopped: boolean;
  /** Null when the site has no such version. */
  bytes: number | null;
}

const OLD = `site_id = sites.id AND number = $2`;
// A row that the version before wrote has no versions yet: what it shows is its first.
const ofHead = (expression: string) => `CASE WHEN version = $2 THEN ${expression} END`;

const FIND = `
  SELECT user_id AS "userId", stopped_at IS NOT NULL AS "isStopped",
    coalesce((SELECT bytes FROM page_versions WHERE ${OLD}), ${ofHead(PAGE_BYTES)}) AS bytes
  FROM sites WHERE id = $1`;

const FIND_PAGE = `
  SELECT stopped_at IS NOT NULL AS "isStopped", NOT is_active OR expires_at <= now() AS "isExpired",
    under_review OR coalesce((SELECT ${SHOWS_NOTICE('check_result')} FROM page_versions WHERE ${OLD}), false) AS "isUnderReview",
    coalesce((SELECT title FROM page_versions WHERE ${OLD}), title) AS title,
    coalesce(
      (SELECT html FROM page_versions AS old JOIN contents ON hash = old.content_hash WHERE ${OLD}),
      ${ofHead(PAGE_HTML)}) AS "htmlContent"
  FROM sites WHERE id = $1`;

/** @returns undefined when there is no such site */
export async function findVersion(
  dataSource: DataSource,
  { siteId, version: number }: SignedPreview,
): Promise<FoundVersion | undefined> {
  const [found] = await dataSource.query<FoundVersion[]>(FIND, [siteId, number]);
  return found;
}

interface PreviewedState {
  isStopped: boolean;
  isExpired: boolean;
  /** The page or this version of it. */
  isUnderReview: boolean;
}

/** The page of a version, as it was pasted; none when the site has no such version, or is stopped. */
export async function findVersionPage(
  dataSource: DataSource,
  { siteId, version: number }: SignedPreview,
): Promise<(PreviewedState & { page: SitePage | undefined }) | undefined> {
  const [found] = await dataSource.query<(PreviewedState & { title: string; htmlContent: string | null })[]>(
    FIND_PAGE,
    [siteId, number],
  );
  if (!found) return undefined;
  const { title, htmlContent, ...state } = found;
  return { ...state, page: state.isStopped || htmlContent === null ? undefined : { title, htmlContent } };
}
