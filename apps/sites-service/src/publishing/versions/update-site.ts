import { hash } from 'node:crypto';
import {
  type AccountCaller,
  HOUR_MS,
  htmlFault,
  isExpired,
  limits,
  ownsSite,
  type PageFormat,
  type RequestContext,
  type RequestOf,
  ServiceError,
  type UpdatedSite,
  updatedSiteSchema,
  type versionMessages,
  type VersionSource,
} from '@haru/contracts';
import { PageChecker } from '@haru/page-check';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ClaimedKey, findIdempotentResult } from '../contents/idempotency.js';
import { type PreparedPage, preparePage, prepareTree } from '../contents/prepared-page.js';
import { RenderedPages } from '../contents/rendered-pages.js';
import { StorageAlarm } from '../../sites/quotas/storage-alarm.js';
import { StorageQuotas } from '../../sites/quotas/storage-quotas.js';
import { accessOf, accountOf, stoppedForOwner } from '../../sites/own-site.js';
import { OwnOriginRule } from '../../sites/own-origin-rule.js';
import { PagePasswords, requireTogether } from '../../sites/page-passwords.js';
import { SiteCacheInvalidator } from '../../sites/site-cache-invalidator.js';
import { SitePolicies } from '../../sites/site-policies.js';
import { PAGE_FORMAT } from '../../tables/columns.js';
import { noteOf, type VersionCheck } from '../../tables/pages/version-check.js';
import { PageVersion } from '../../tables/pages/versions.entity.js';
import { type TreeContent, TreeContents } from '../../trees/tree-contents.js';
import { requireFreeLabel } from './own-version.js';
import type { SiteSettings, UpdatedRow } from './update-rows.js';
import { UpdateWriter } from './update-writer.js';

/**
 * An attempt fails when the page was changed between two statements; with a base version the second attempt is a
 * conflict. When many calls overwrite a page concurrently, each statement makes at most one version.
 */
const MAX_ATTEMPTS = 100;

const FORMAT = `SELECT ${PAGE_FORMAT} AS format FROM sites WHERE id = $1`;

interface GivenContent {
  page: PreparedPage;
  tree?: TreeContent;
  /** It is absent if the page is not checked yet. */
  check?: VersionCheck;
}

type UpdateRequest = Omit<RequestOf<typeof versionMessages.updateSite>, 'source'> & {
  source?: VersionSource;
  /** It is the canonical form of a tree that an earlier version has. */
  tree?: string | undefined;
};

@Injectable()
export class UpdateSite {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: UpdateWriter,
    private readonly policies: SitePolicies,
    private readonly quotas: StorageQuotas,
    private readonly alarm: StorageAlarm,
    private readonly changes: SiteCacheInvalidator,
    private readonly checker: PageChecker,
    private readonly trees: TreeContents,
    private readonly rendering: RenderedPages,
    private readonly ownOrigins: OwnOriginRule,
    @Inject(PagePasswords) private readonly passwords: Pick<PagePasswords, 'hash' | 'matches'>,
  ) {}

  /**
   * Gives the caller's own page another content as a new version, unless it has this content already, and the settings
   * that are given. Every viewer shows it when this returns. With an idempotency key a repeat gets the first result.
   */
  async updateSite(given: UpdateRequest, context: RequestContext): Promise<UpdatedSite> {
    const caller = accountOf(context.caller);
    // The database writes ids in lower case.
    const request = { ...given, id: given.id.toLowerCase() };
    const { id, htmlContent, htmlUtf8, label = null, baseVersion } = request;
    const isText = request.uploadId === undefined && request.tree === undefined;
    const fault = isText ? htmlFault(htmlContent, htmlUtf8?.length ?? Buffer.byteLength(htmlContent)) : undefined;
    if (fault) throw new ServiceError(fault);
    if (baseVersion === undefined) throw new ServiceError('BASE_VERSION_REQUIRED');
    requireTogether(request);
    this.policies.require('edit', caller);
    if (request.noindex !== undefined) this.policies.require('noindex', caller);
    const { noindex = null, visibility = null } = request;
    const settings = { noindex, visibility, passwordHash: await this.passwords.hash(request.password) };
    await this.alarm.requireSpace(caller);
    const { page, tree, check: known } = await this.contentOf(request, context);
    let check = known;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const found = await this.writer.find(id);
      // The key is read after the site: if the site's new version is visible, the key of its call is visible, too.
      const earlier = await this.earlierAnswer(request, page, caller);
      if (earlier) {
        // The first call may have been answered before its change held everywhere.
        if (found && visibility !== null) await this.changes.announceAccess([found.path]);
        return earlier;
      }
      const site = requireUpdatable(found, caller);
      if (baseVersion !== null && site.version !== baseVersion) throw await this.conflict(site);
      const isNew = !site.contentHash.equals(page.contentHash);
      if (!isNew && Object.values(settings).every((value) => value === null)) return answerOf(site, site.title, false);
      if (isNew && label !== null) await requireFreeLabel(this.dataSource.manager, id);
      const result = isNew ? (check ??= await this.checker.check(htmlContent, context)) : null;
      const { title, storagePath } = isNew ? page : site;
      const changed = { ...site, ...this.accessAfter(site, page, settings), version: site.version + Number(isNew) };
      const answer = { ...answerOf(changed, title, isNew), ...(result ? noteOf(result) : {}) };
      const outcome = await this.writer.write({
        update: {
          ...{ site, page: { ...page, title, storagePath }, settings, label },
          hasOwnOrigin: changed.hadOwnOrigin,
          check: result,
          updatedAt: new Date(),
          maxLiveBytes: this.quotas.maxLiveBytesOf(caller),
          chargedBytes: !isNew ? 0 : tree ? await this.trees.chargedBytes(id, tree) : page.bytes,
          source: request.source ?? 'api',
          keyName: caller.credential?.name ?? null,
        },
        once: onceOf(request, page, answer),
        context,
      });
      if (outcome.isOverQuota) throw new ServiceError('STORAGE_QUOTA_EXCEEDED');
      if (!outcome.isMade) continue;
      await (settings.visibility === null
        ? this.changes.announceContent(site.path)
        : this.changes.announceAccess([site.path]));
      return answer;
    }
    throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 1 });
  }

  private accessAfter(site: UpdatedRow, page: PreparedPage, { visibility, passwordHash }: SiteSettings) {
    const isOther = passwordHash !== null || (visibility ?? site.visibility) !== site.visibility;
    const needsOwnOrigin = page.needsOwnOrigin || (visibility ?? 'public') !== 'public';
    return {
      visibility: visibility ?? site.visibility,
      accessGeneration: site.accessGeneration + Number(isOther),
      hadOwnOrigin: site.hadOwnOrigin || this.ownOrigins.appliesTo({ needsOwnOrigin }),
    };
  }

  private async contentOf(request: UpdateRequest, context: RequestContext): Promise<GivenContent> {
    const { id, htmlContent } = request;
    const tree = await this.treeOf(request, context);
    if (tree) {
      const given = { title: request.title, source: componentIn(request) };
      return { page: prepareTree(id, tree, given), tree, check: tree.check };
    }
    const format = request.format ?? (await this.formatOf(id, htmlContent));
    // A page that has this content already is not checked.
    if (format === 'html') return { page: await preparePage(id, request) };
    return this.rendering.prepare(id, request, format, context);
  }

  /** Programs that do not know formats send the text of a page back as they got it. */
  private async formatOf(id: string, text: string): Promise<PageFormat> {
    if (/^\s*</.test(text)) return 'html';
    const [site] = await this.dataSource.query<{ format: PageFormat | null }[]>(FORMAT, [id]);
    return site?.format ?? 'html';
  }

  private async treeOf({ uploadId, tree }: UpdateRequest, context: RequestContext): Promise<TreeContent | undefined> {
    if (uploadId !== undefined) return this.trees.ofFiles(await this.trees.sentFiles(uploadId, context), context);
    return tree === undefined ? undefined : this.trees.ofTree(tree, context);
  }

  private async conflict({ id: siteId, version }: UpdatedRow): Promise<ServiceError> {
    const head = await this.dataSource.manager.findOneBy(PageVersion, { siteId, number: version });
    const current = head && { version, created_at: head.createdAt.toISOString(), source: head.source };
    return new ServiceError('VERSION_CONFLICT', { current: current ?? undefined });
  }

  private async earlierAnswer(
    request: UpdateRequest,
    page: PreparedPage,
    { accountId }: AccountCaller,
  ): Promise<UpdatedSite | undefined> {
    const key = request.idempotencyKey;
    if (key === undefined) return undefined;
    const earlier = await findIdempotentResult(this.dataSource, accountId, key);
    if (!earlier || Date.now() - earlier.createdAt.getTime() >= limits.idempotencyKeyHours * HOUR_MS) return undefined;
    const isSame =
      earlier.contentHash === hashOf(request, page) &&
      (request.password === undefined || (await this.passwords.matches(request.id, request.password)));
    if (!isSame) throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
    return updatedSiteSchema.parse(earlier.answer);
  }
}

/** A restored component keeps the files of its version. */
function componentIn({ format, htmlContent, tree }: UpdateRequest): Buffer | null {
  return format === 'component' && tree !== undefined ? Buffer.from(htmlContent) : null;
}

function requireUpdatable(site: UpdatedRow | undefined, caller: AccountCaller): UpdatedRow {
  if (!site || !ownsSite(caller, site)) throw new ServiceError('SITE_NOT_FOUND');
  if (site.stoppedAt) throw stoppedForOwner();
  if (!site.isActive || isExpired(site.expiresAt, new Date())) throw new ServiceError('SITE_EXPIRED');
  return site;
}

function answerOf(site: UpdatedRow, title: string, isChanged: boolean): UpdatedSite {
  const { id, path, version, hadOwnOrigin } = site;
  const expiresAt = site.expiresAt.toISOString();
  return {
    ...{ id, path, title, expiresAt, version, isChanged, needsOwnOrigin: hadOwnOrigin || undefined },
    ...accessOf(site),
  };
}

function onceOf(request: UpdateRequest, page: PreparedPage, answer: UpdatedSite): ClaimedKey | undefined {
  const key = request.idempotencyKey;
  return key === undefined ? undefined : { key, contentHash: hashOf(request, page), answer };
}

/** Returns the same hash for a call and its repeat, and never that of a publish. Passwords are compared by their own hash. */
function hashOf({ id, baseVersion, label, title, noindex, visibility }: UpdateRequest, page: PreparedPage): string {
  const settings = noindex === undefined && visibility === undefined ? [] : [{ noindex, visibility }];
  const named = [...(title === undefined ? [] : [title]), ...settings];
  return hash(
    'sha256',
    JSON.stringify(['updateSite', id, baseVersion, label, page.contentHash.toString('hex'), ...named]),
  );
}
