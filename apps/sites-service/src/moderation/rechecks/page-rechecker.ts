import { type PageRuleId, pageRules, type PageRuleSettings } from '@haru/contracts';
import { contextOfJob } from '@haru/events';
import {
  type CheckedKind,
  keptCheck,
  type PageCheck,
  PageThread,
  showsNotice,
  SIMILARITY_VERSION,
  type Signal,
} from '@haru/page-check';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Setting } from '../../settings.js';
import { BannedContentIndex } from '../../sites/checks/banned-content-index.js';
import { PageRenderer, type PageText } from '../../sites/page-renderer.js';
import { changeSites } from '../../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../../sites/site-cache-invalidator.js';
import { STORAGE_TIMEOUT_MS, withTimeout } from '../../sites/storage-timeout.js';
import { HtmlStorage } from '../../storage/html-storage/html-storage.js';
import { readTreeText } from '../../storage/html-storage/tree.js';
import { IS_UNRENDERED, PAGE_TREE, SHOWN_TEXT } from '../../tables/columns.js';
import { type RecheckReason, MAX_FAILED_CHECKS, type VersionCheck } from '../../tables/pages/version-check.js';
import { type CheckedFile, combineChecks } from '../../trees/file-checks.js';
import { decodeDocument } from '../../trees/decode-document.js';
import { checkedKindOf } from '../../trees/media-type.js';

const UNFINISHED: PageRuleId = 'check.unfinished';
/** This signal tells a moderator that a page cannot be checked. */
const unfinishedSignal: Signal = {
  rule: UNFINISHED,
  weight: pageRules[UNFINISHED].weight,
  line: 1,
  column: 1,
  excerpt: '',
};
/** An account whose page was stopped within this time gets the notice for fewer signs. */
const STOPPED_WITHIN_DAYS = 30;

export interface PageKey {
  siteId: string;
  number: number;
}

interface RecheckedPage extends PageText {
  tree: string | null;
  check: VersionCheck | null;
  ownerWasStopped: boolean;
}

/** Selects a live page that still shows this version. The source of a component is checked like HTML. */
const FIND = `
  SELECT coalesce(rendered, html) AS html, ${IS_UNRENDERED} AS "isUnrendered", ${PAGE_TREE} AS tree,
    shown.check_result AS "check",
    EXISTS (SELECT FROM sites AS other WHERE other.user_id = sites.user_id AND other.id <> sites.id
      AND other.stopped_at > now() - interval '${STOPPED_WITHIN_DAYS} days') AS "ownerWasStopped"
  FROM sites LEFT JOIN contents ON contents.hash = content_hash CROSS JOIN LATERAL (
    SELECT check_result FROM page_versions WHERE site_id = sites.id AND number = sites.version) AS shown
  WHERE id = $1 AND version = $2 AND is_active AND expires_at > now()`;

const KEEP = `
  UPDATE page_versions
  SET check_result = $3::jsonb || CASE WHEN check_result ? 'isDismissed' THEN '{"isDismissed": true}' ELSE '{}' END::jsonb
  WHERE site_id = $1 AND number = $2 RETURNING check_result ? 'isDismissed' AS "isDismissed"`;

const CHANGE_NOTICE = `
  UPDATE sites SET under_review = $3 WHERE id = $1 AND version = $2 AND under_review <> $3 RETURNING path`;

const OUTDATED_SIMILARITIES = `
  SELECT hash, ${SHOWN_TEXT} FROM banned_contents LEFT JOIN contents USING (hash)
  WHERE similarity_version < $1 AND similarity_due_at <= now() ORDER BY hash LIMIT 1`;

const KEEP_SIMILARITY = `
  UPDATE banned_contents SET similarity = $2, similarity_version = $3, similarity_failures = 0 WHERE hash = $1`;

/** The pauses between failed tries get longer, up to 17 hours. */
const RETRY_SIMILARITY = `
  UPDATE banned_contents SET similarity_failures = similarity_failures + 1,
    similarity_due_at = now() + interval '1 minute' * 2 ^ least(similarity_failures, 10)
  WHERE hash = $1`;

/** A recheck that fails is tried this often; the last time is after half an hour. */
const MAX_FAILURES = 6;
const RETRY = `
  INSERT INTO due_page_looks AS due (site_id, number, reason, failures, due_at)
  VALUES ($1, $2, $3, 1, now() + interval '1 minute')
  ON CONFLICT (site_id, number) DO UPDATE
    SET failures = due.failures + 1, due_at = now() + interval '1 minute' * 2 ^ due.failures
  RETURNING failures`;

const FORGET = 'DELETE FROM due_page_looks WHERE site_id = $1 AND number = $2';

class CheckFailedError extends Error {}

/**
 * Checks live pages again. It can put a page behind the notice, and ends the notice if only an unfinished check caused
 * it. It stops and deletes no page.
 */
@Injectable()
export class PageRechecker {
  private readonly logger = new Logger(PageRechecker.name);

  constructor(
    private readonly dataSource: DataSource,
    @Inject(PageThread) private readonly thread: Pick<PageThread<PageCheck>, 'run'>,
    private readonly known: BannedContentIndex,
    @Inject(SiteCacheInvalidator) private readonly changes: Pick<SiteCacheInvalidator, 'announce'>,
    @Inject(HtmlStorage) private readonly storage: Pick<HtmlStorage, 'readFile'>,
    private readonly renderer: PageRenderer,
    @Setting('PAGE_RULES') private readonly rules: PageRuleSettings,
  ) {}

  /** Does what `recheck` does. A page whose check fails is due again later, so that the next ones do not wait for it. */
  async recheckOrRetry(page: PageKey, reason: RecheckReason): Promise<boolean> {
    try {
      const isNoticed = await this.recheck(page, reason);
      await this.dataSource.query(`${FORGET} AND reason = $3`, [page.siteId, page.number, reason]);
      return isNoticed;
    } catch (error) {
      if (!(error instanceof CheckFailedError)) throw error;
      const { siteId, number } = page;
      const [row] = await this.dataSource.query<{ failures: number }[]>(RETRY, [siteId, number, reason]);
      const failures = row?.failures ?? 0;
      this.logger[failures < MAX_FAILURES ? 'warn' : 'error'](
        { err: error, siteId, failures },
        'a live page could not be checked again',
      );
      if (failures >= MAX_FAILURES) await this.dataSource.query(FORGET, [siteId, number]);
      return false;
    }
  }

  /**
   * @returns whether visitors see the notice from this recheck on
   * @throws CheckFailedError, unless an unfinished check has already put the page behind the notice
   */
  async recheck({ siteId, number }: PageKey, reason: RecheckReason): Promise<boolean> {
    const [page] = await this.dataSource.query<RecheckedPage[]>(FIND, [siteId, number]);
    if (!page) return false;
    const found = await this.checkAgain(page);
    const isForModerator = (found.unfinished ?? 0) >= MAX_FAILED_CHECKS;
    const signals = isForModerator ? [...found.signals, unfinishedSignal] : found.signals;
    const check = { ...found, signals, look: { at: new Date().toISOString(), reason } };
    const hasNotice = showsNotice(check);
    const [path] = await this.dataSource.transaction(async (manager) => {
      const kept = [siteId, number, JSON.stringify(check)];
      // A moderator may have dismissed it during the check.
      const [[row]] = await manager.query<[{ isDismissed: boolean }[], number]>(KEEP, kept);
      const mayChange = hasNotice ? !row?.isDismissed : page.check?.unfinished !== undefined;
      const options = { aggregateId: siteId, context: contextOfJob() };
      return mayChange ? changeSites(manager, [CHANGE_NOTICE, siteId, number, hasNotice], options) : [];
    });
    if (path === undefined) return false;
    await this.changes.announce([path]);
    return hasNotice;
  }

  private async checkAgain(page: RecheckedPage): Promise<VersionCheck> {
    const { check: former } = page;
    const failed = (former?.unfinished ?? 0) + 1;
    try {
      const checks: CheckedFile[] = [];
      for await (const { text, kind } of this.textsOf(page)) {
        const found = await this.thread.run(text, { kind, isCompared: kind !== 'script' });
        const outcome = (await this.isSuspicious(page, text, found)) ? 'notice' : 'passed';
        checks.push({ kind, check: keptCheck({ ...found, outcome }, failed) });
      }
      return combineChecks(checks, this.rules, failed);
    } catch (cause) {
      if (former?.unfinished === undefined) throw new CheckFailedError('a page could not be checked', { cause });
      return { ...former, unfinished: failed };
    }
  }

  /** One file is in memory at a time: together they may have 50 MiB. */
  private async *textsOf({ tree, ...page }: RecheckedPage): AsyncGenerator<{ text: string; kind: CheckedKind }> {
    const html = await this.renderer.htmlOf(page);
    if (html !== null) yield { text: html, kind: 'document' };
    else if (tree === null) throw new Error('the page has no content');
    for (const { path, hash } of tree === null ? [] : readTreeText(tree)) {
      const kind = checkedKindOf(path);
      if (kind === undefined) continue;
      const bytes = await withTimeout(STORAGE_TIMEOUT_MS, (signal) => this.storage.readFile(hash, signal));
      if (!bytes) throw new Error(`a stored file is missing: ${hash}`);
      yield { text: decodeDocument(bytes), kind };
    }
  }

  /**
   * Computes outdated similarities of banned contents again. A content whose check fails is due again later.
   * @param stop ends it after a content
   */
  async renewSimilarities(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const [content] = await this.dataSource.query<(PageText & { hash: Buffer })[]>(OUTDATED_SIMILARITIES, [
        SIMILARITY_VERSION,
      ]);
      if (!content) return;
      const { hash } = content;
      let similarity: string | undefined;
      try {
        // Without its text a content is still known by its hash.
        const html = await this.renderer.htmlOf(content);
        if (html !== null) ({ similarity } = await this.thread.run(html, { isCompared: true }));
      } catch (error) {
        this.logger.warn({ err: error, hash: hash.toString('hex') }, 'a banned content could not be checked again');
        await this.dataSource.query(RETRY_SIMILARITY, [hash]);
        continue;
      }
      await this.dataSource.query(KEEP_SIMILARITY, [hash, similarity ?? null, SIMILARITY_VERSION]);
    }
  }

  private async isSuspicious({ ownerWasStopped }: RecheckedPage, html: string, found: PageCheck): Promise<boolean> {
    if (found.outcome !== 'passed' || (await this.known.has(html))) return true;
    if (found.similarity !== undefined && this.known.hasSimilar(found.similarity)) return true;
    return ownerWasStopped && found.signals.some(({ rule }) => rule.startsWith('credential.'));
  }
}
