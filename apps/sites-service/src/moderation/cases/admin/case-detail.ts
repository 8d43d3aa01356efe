import { type CaseDetail, type RequestContext, ServiceError } from '@haru/contracts';
import { findingOf } from '@haru/page-check';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { HtmlStorage } from '../../../storage/html-storage/html-storage.js';
import { readStartPage } from '../../../trees/read-start-page.js';
import { isoTime, PAGE_HTML, PAGE_TREE } from '../../../tables/columns.js';
import type { VersionCheck } from '../../../tables/pages/version-check.js';
import { PAGE_STATE, stepsOf } from '../read-cases.js';
import { ConflictOfInterest } from '../steps/conflict-of-interest.js';
import { Case } from '../../../tables/cases/case.entity.js';
import { summariesOf } from './list-cases.js';

const MAX_REPORTS = 100;
const MAX_OTHER_PAGES = 50;

type OtherPage = NonNullable<CaseDetail['owner']>['other_pages'][number];

@Injectable()
export class ReadCaseDetail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly conflict: ConflictOfInterest,
    private readonly storage: HtmlStorage,
  ) {}

  async getCase(id: string, context: RequestContext): Promise<CaseDetail> {
    const { manager } = this.dataSource;
    const abuseCase = await manager.findOneBy(Case, { id });
    const [summary] = await summariesOf(manager, [id]);
    if (!abuseCase || !summary) throw new ServiceError('CASE_NOT_FOUND');
    const reports = await manager.query<CaseDetail['reports']>(
      `SELECT id, kind, description, email, concerns_sexual_images, account_id, ${isoTime('created_at')} AS created_at
       FROM case_reports WHERE case_id = $1 ORDER BY case_reports.created_at, id LIMIT ${MAX_REPORTS}`,
      [id],
    );
    const steps = await stepsOf(manager, [id], null);
    const { html, tree, check } = await pageOf(manager, abuseCase.siteId);
    return {
      ...summary,
      is_stopped: abuseCase.isStopped,
      reports,
      steps: steps.map(({ state, actor, actorId, reason, at }) => ({
        ...{ state, by: actor, reason },
        actor_id: actorId,
        at: at.toISOString(),
      })),
      // They are those of the present page, or else those of the check that opened the case.
      findings: check?.signals.length ? check.signals.map(findingOf) : abuseCase.findings,
      source: tree === null ? html : await readStartPage(this.storage, tree),
      owner:
        abuseCase.ownerId === null
          ? null
          : { id: abuseCase.ownerId, other_pages: await otherPages(manager, abuseCase) },
      stopped_by: abuseCase.stoppedBy,
      concerns_caller: await this.conflict.concernsCaller({ siteId: abuseCase.siteId }, context),
      objected_at: abuseCase.objectedAt?.toISOString() ?? null,
    };
  }
}

/** Without a text and a tree the page is purged. */
interface ReportedPage {
  html: string | null;
  tree: string | null;
  check: VersionCheck | null;
}

/** Reads what the page shows, or showed when it was deleted, and what the check found in it. */
async function pageOf(manager: EntityManager, siteId: string): Promise<ReportedPage> {
  const [page] = await manager.query<ReportedPage[]>(
    `SELECT ${PAGE_HTML} AS html, ${PAGE_TREE} AS tree,
       (SELECT check_result FROM page_versions WHERE site_id = page.id AND number = page.version) AS "check"
     FROM (SELECT id, version, content_hash FROM sites WHERE id = $1
       UNION ALL SELECT id, version, content_hash FROM deleted_sites WHERE id = $1) AS page LIMIT 1`,
    [siteId],
  );
  return page ?? { html: null, tree: null, check: null };
}

function otherPages(manager: EntityManager, { ownerId, siteId }: Case): Promise<OtherPage[]> {
  return manager.query<OtherPage[]>(
    `SELECT id, path, title, ${PAGE_STATE} AS state, ${isoTime('created_at')} AS created_at FROM sites
     WHERE user_id = $1 AND id <> $2 ORDER BY sites.created_at DESC, id DESC LIMIT ${MAX_OTHER_PAGES}`,
    [ownerId, siteId],
  );
}
