import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SignedPreview } from '../../trees/tickets.js';
import { findPreviewedFiles } from '../../trees/previews.js';
import { PageRenderer, type PageText } from '../../sites/page-renderer.js';
import { PAGE_BY_ID, type SitePage, type SiteState, STATE_BY_PATH } from '../../sites/site-visibility.js';
import { SHOWN_TEXT } from '../../tables/columns.js';
import { SHOWS_NOTICE } from '../../tables/pages/version-check.js';

/** The database did not answer, or not in time. */
export class DatabaseUnavailable extends Error {}

const REQUEST_LOOK = `
  INSERT INTO due_page_looks (site_id, number)
  SELECT id, version FROM sites JOIN page_versions AS shown ON shown.site_id = id AND shown.number = version
  WHERE id = $1 AND check_result #>> '{look,reason}' IS DISTINCT FROM 'views'
  ON CONFLICT DO NOTHING`;

const FIND_VERSION = `
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
  isUnderReview: boolean;
}

@Injectable()
export class SiteStates {
  constructor(
    private readonly dataSource: DataSource,
    private readonly renderer: PageRenderer,
  ) {}

  find(path: string): Promise<SiteState | undefined> {
    return this.first<SiteState>(STATE_BY_PATH, [path]);
  }

  /** Reads the page if storage has no artifact of it. @throws DatabaseUnavailable */
  async readPage(id: string): Promise<SitePage | undefined> {
    return this.rendered(await this.first<SitePage>(PAGE_BY_ID, [id]));
  }

  /** Reads the page of a version for a preview. @throws DatabaseUnavailable */
  async findVersion({ siteId, version }: SignedPreview): Promise<PreviewedVersion | undefined> {
    return this.rendered(await this.first<PreviewedVersion>(FIND_VERSION, [siteId, version]));
  }

  findPreview(name: string): ReturnType<typeof findPreviewedFiles> {
    return asked(() => findPreviewedFiles(this.dataSource, name));
  }

  /** Requests a recheck of the shown version by a worker; once for each version. @throws DatabaseUnavailable */
  async requestRecheck(id: string): Promise<void> {
    await asked(() => this.dataSource.query(REQUEST_LOOK, [id]));
  }

  async ping(): Promise<void> {
    await asked(() => this.dataSource.query('SELECT 1'));
  }

  private async first<Row>(statement: string, values: unknown[]): Promise<Row | undefined> {
    const [row] = await asked(() => this.dataSource.query<Row[]>(statement, values));
    return row;
  }

  private async rendered<Page extends PageText>(page: Page | undefined): Promise<Page | undefined> {
    return page && { ...page, html: await this.renderer.htmlOf(page) };
  }
}

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    throw new DatabaseUnavailable('the database did not answer', { cause });
  }
}

/** Whether visitors get the same bytes on the same hosts for both states. */
export function isShownAlike(one: SiteState, other: SiteState): boolean {
  return (
    one.storagePath === other.storagePath &&
    one.hadOwnOrigin === other.hadOwnOrigin &&
    one.visibility === other.visibility
  );
}
