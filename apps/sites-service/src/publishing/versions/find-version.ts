import type { DataSource } from 'typeorm';
import type { SitePage } from '../../sites/site-visibility.js';
import { IS_UNRENDERED, SHOWN_HTML } from '../../tables/columns.js';
import { SHOWS_NOTICE } from '../../tables/pages/version-check.js';
import type { SignedPreview } from './preview-signer.js';

const FIND_PAGE = `
  SELECT stopped_at IS NOT NULL AS "isStopped", NOT is_active OR expires_at <= now() AS "isExpired",
    under_review OR coalesce(${SHOWS_NOTICE('check_result')}, false) AS "isUnderReview",
    coalesce(shown.title, sites.title) AS title, ${SHOWN_HTML} AS "htmlContent",
    ${IS_UNRENDERED} AS "isUnrendered", files AS tree
  FROM sites
  LEFT JOIN page_versions AS shown ON shown.site_id = sites.id AND number = $2
  LEFT JOIN contents ON contents.hash = shown.content_hash
  LEFT JOIN trees ON trees.hash = shown.content_hash
  WHERE sites.id = $1`;

interface PreviewedState {
  isStopped: boolean;
  isExpired: boolean;
  /** The page or this version of it is under review. */
  isUnderReview: boolean;
}

export async function findVersionPage(
  dataSource: DataSource,
  { siteId, version: number }: SignedPreview,
): Promise<(PreviewedState & { page: SitePage | undefined }) | undefined> {
  const [found] = await dataSource.query<(PreviewedState & SitePage)[]>(FIND_PAGE, [siteId, number]);
  if (!found) return undefined;
  const { title, htmlContent, isUnrendered, tree, ...state } = found;
  const isMissing = htmlContent === null && tree === null;
  return { ...state, page: state.isStopped || isMissing ? undefined : { title, htmlContent, isUnrendered, tree } };
}
