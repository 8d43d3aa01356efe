import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@haru/contracts';
import { Outbox } from '@haru/events';
import type { DataSource, EntityManager } from 'typeorm';
import type { PageCheck } from '../page-check/check-page.js';
import type { KnownContents } from '../page-check/known-contents.js';
import type { CheckPool } from '../page-check/pool/check-pool.js';
import { SIMILARITY_VERSION } from '../page-check/similarity.js';
import { publishSiteStateChanged } from '../sites/publish-site-state-changed.js';
import { PAGE_HTML } from '../tables/columns.js';
import type { LookReason, VersionCheck } from '../tables/pages/version-check.js';

const TIMEOUT_MS = 30_000;
/** An account of which a page was stopped so lately gets the notice for fewer signs. */
const STOPPED_WITHIN_DAYS = 30;

/** A version of a page. */
export interface PageKey {
  siteId: string;
  number: number;
}

interface LookedAtPage extends PageKey {
  path: string;
  html: string | null;
  check: VersionCheck | null;
  ownerWasStopped: boolean;
}

/** Live pages that still show this version. */
const FIND = `
  SELECT id AS "siteId", version AS number, path, ${PAGE_HTML} AS html, shown.check_result AS "check",
    EXISTS (SELECT FROM sites AS other WHERE other.user_id = sites.user_id AND other.id <> sites.id
      AND other.stopped_at > now() - interval '${STOPPED_WITHIN_DAYS} days') AS "ownerWasStopped"
  FROM sites CROSS JOIN LATERAL (
    SELECT check_result FROM page_versions WHERE site_id = sites.id AND number = sites.version) AS shown
  WHERE id = $1 AND version = $2 AND is_active AND expires_at > now()`;

const KEEP = `
  UPDATE page_versions
  SET check_result = $3::jsonb || CASE WHEN check_result ? 'isDismissed' THEN '{"isDismissed": true}' ELSE '{}' END::jsonb
  WHERE site_id = $1 AND number = $2`;

const START_REVIEW = `
  UPDATE sites SET under_review = true
  WHERE id = $1 AND version = $2 AND is_active AND NOT under_review RETURNING path`;

/** Of banned contents, with the text where one is kept. */
const OUTDATED_SIMILARITIES = `
  SELECT hash, (SELECT html FROM contents WHERE contents.hash = banned.hash) AS html
  FROM banned_contents AS banned WHERE similarity_version < $1 ORDER BY hash LIMIT 1`;

/** Checks pages that are live again. It can put a page behind the visitor's notice; it stops and deletes none. */
export class LookAtPages {
  private readonly outbox = new Outbox();

  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: Pick<CheckPool, 'check'>,
    private readonly known: Pick<KnownContents, 'has' | 'hasSimilar'>,
    private readonly logger: { warn: (details: object, message: string) => void },
  ) {}

  /** @returns whether visitors see the notice from now on */
  async lookAt({ siteId, number }: PageKey, reason: LookReason): Promise<boolean> {
    const [page] = await this.dataSource.query<LookedAtPage[]>(FIND, [siteId, number]);
    if (page?.html == null) return false;
    const found = await this.check(page.html, siteId);
    if (!found) return false;
    const isSuspicious = await this.isSuspicious(page, found);
    const check: VersionCheck = {
      outcome: isSuspicious ? 'notice' : found.isComplete ? 'passed' : 'partial',
      rules: found.version,
      signals: found.signals,
      look: { at: new Date().toISOString(), reason },
    };
    return this.dataSource.transaction(async (manager) => {
      await manager.query(KEEP, [siteId, number, JSON.stringify(check)]);
      return isSuspicious && !page.check?.isDismissed && this.startReview(manager, page);
    });
  }

  /** Computes those of banned contents again that are of an older version. @param stop ends it after a content */
  async renewSimilarities(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const [content] = await this.dataSource.query<{ hash: Buffer; html: string | null }[]>(OUTDATED_SIMILARITIES, [
        SIMILARITY_VERSION,
      ]);
      if (!content) return;
      const found = content.html === null ? undefined : await this.check(content.html, content.hash.toString('hex'));
      await this.dataSource.query(
        'UPDATE banned_contents SET similarity = $2, similarity_version = $3 WHERE hash = $1',
        [content.hash, found?.similarity ?? null, SIMILARITY_VERSION],
      );
    }
  }

  private async isSuspicious({ html, ownerWasStopped }: LookedAtPage, found: PageCheck): Promise<boolean> {
    if (found.outcome !== 'passed' || (await this.known.has(html ?? ''))) return true;
    if (found.similarity !== undefined && this.known.hasSimilar(found.similarity)) return true;
    return ownerWasStopped && found.signals.some(({ rule }) => rule.startsWith('credential.'));
  }

  /** A page that cannot be checked keeps its result: the next ones must not wait for it. */
  private async check(html: string, siteId: string): Promise<PageCheck | undefined> {
    try {
      return await this.pool.check(html, AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      this.logger.warn({ err: error, siteId }, 'a live page could not be checked again');
      return undefined;
    }
  }

  private async startReview(manager: EntityManager, { siteId, number }: PageKey): Promise<boolean> {
    const [changed] = await manager.query<[{ path: string }[], number]>(START_REVIEW, [siteId, number]);
    const paths = changed.map(({ path }) => path);
    const context: RequestContext = { requestId: randomUUID(), caller: { role: 'service_role' } };
    await publishSiteStateChanged(this.outbox, manager, paths, { aggregateId: siteId, context });
    return paths.length > 0;
  }
}
