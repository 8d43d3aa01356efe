import { type RequestContext, ServiceError } from '@haru/contracts';
import { PageChecker } from '@haru/page-check';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { PAGE_SOURCE, PAGE_TEXT } from '../../tables/columns.js';
import { PageRenderer, type PageText } from '../page-renderer.js';
import { SHOWS_NOTICE, type VersionCheck } from '../../tables/pages/version-check.js';

/** The content of a row, or a file of it, is banned. The hash of a page that is not HTML is not that of its HTML. */
const IS_BANNED = `EXISTS (SELECT FROM banned_contents WHERE hash = ended.content_hash OR hash IN (
  SELECT file_hash FROM content_files AS files_of WHERE files_of.content_hash = ended.content_hash))`;

interface EndedPage extends PageText {
  source: string;
  isBanned: boolean;
}

/** Selects a page that is neither shown nor stopped: it expired, or it is deleted and its owner may restore it. */
const ENDED_PAGE = `
  SELECT ${PAGE_TEXT}, ${PAGE_SOURCE} AS source, ${IS_BANNED} AS "isBanned" FROM deleted_sites AS ended
  WHERE id = $1 AND stopped_at IS NULL
  UNION ALL
  SELECT ${PAGE_TEXT}, ${PAGE_SOURCE}, ${IS_BANNED} FROM sites AS ended
  WHERE id = $1 AND stopped_at IS NULL AND NOT (is_active AND expires_at > $2::timestamptz)`;

const KEEP_CHECKS = `
  WITH checked AS (
    UPDATE page_versions
    SET check_result = given.value || CASE WHEN check_result ? 'isDismissed' THEN '{"isDismissed": true}' ELSE '{}' END::jsonb
    FROM jsonb_each($1::jsonb) AS given JOIN sites ON sites.id = given.key::uuid
    WHERE page_versions.site_id = sites.id AND page_versions.number = sites.version
    RETURNING site_id, check_result)
  UPDATE sites SET under_review = ${SHOWS_NOTICE('check_result')}
  FROM checked WHERE sites.id = checked.site_id`;

/** Checks ended pages again that are about to be shown. They cannot change until they are shown. */
@Injectable()
export class RecheckEndedPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly checker: PageChecker,
    private readonly renderer: PageRenderer,
  ) {}

  /**
   * Reads and checks a page.
   * @returns undefined when it is shown, stopped or deleted for good, and for a tree
   * @throws ServiceError PAGE_REFUSED
   */
  async check(id: string, now: Date, context: RequestContext): Promise<VersionCheck | undefined> {
    const [page] = await this.dataSource.query<EndedPage[]>(ENDED_PAGE, [id, now]);
    const html = page && (await this.renderer.htmlOf(page));
    const check = html ? await this.checker.check(html, context, { source: page.source }) : undefined;
    if (page?.isBanned) throw new ServiceError('PAGE_REFUSED');
    return check;
  }

  /** Writes the results in the transaction that shows the pages again. @param checks by the ids of the pages */
  async keep(manager: EntityManager, checks: ReadonlyMap<string, VersionCheck>): Promise<void> {
    if (checks.size > 0) await manager.query(KEEP_CHECKS, [JSON.stringify(Object.fromEntries(checks))]);
  }
}
