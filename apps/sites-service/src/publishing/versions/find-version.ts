import type { DataSource } from 'typeorm';
import type { PageText } from '../../sites/page-renderer.js';
import { SHOWN_TEXT } from '../../tables/columns.js';
import { SHOWS_NOTICE } from '../../tables/pages/version-check.js';
import type { SignedPreview } from './preview-signer.js';

const FIND_PAGE = `
  SELECT stopped_at IS NOT NULL AS "isStopped", NOT is_active OR expires_at <= now() AS "isExpired",
    under_review OR coalesce(${SHOWS_NOTICE('check_result')}, false) AS "isUnderReview",
    coalesce(shown.title, sites.title) AS title, ${SHOWN_TEXT}
  FROM sites
  LEFT JOIN page_versions AS shown ON shown.site_id = sites.id AND number = $2
  LEFT JOIN contents ON contents.hash = shown.content_hash
  WHERE sites.id = $1`;

/** The text is null for a tree, and for a version that is removed. */
interface PreviewedVersion extends PageText {
  title: string;
  isStopped: boolean;
  isExpired: boolean;
  /** The page or this version of it is under review. */
  isUnderReview: boolean;
}

export async function findVersionPage(
  dataSource: DataSource,
  { siteId, version: number }: SignedPreview,
): Promise<PreviewedVersion | undefined> {
  const [found] = await dataSource.query<PreviewedVersion[]>(FIND_PAGE, [siteId, number]);
  return found;
}
