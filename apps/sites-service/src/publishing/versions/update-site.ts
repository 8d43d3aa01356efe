import { hash } from 'node:crypto';
import {
  type AccountCaller,
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
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { findEarlierCall } from '../contents/earlier-call.js';
import { type GivenContent, GivenContents } from '../contents/given-contents.js';
import { type PreparedPage, requireText } from '../contents/prepared-page.js';
import { StorageQuotas } from '../../sites/quotas/storage-quotas.js';
import { accessOf, accountOf, stoppedForOwner } from '../../sites/own-site.js';
import { OwnOriginRule } from '../../sites/own-origin-rule.js';
import { PagePasswords, requireTogether } from '../../sites/page-passwords.js';
import { SiteCacheInvalidator } from '../../sites/site-cache-invalidator.js';
import { SitePolicies } from '../../sites/site-policies.js';
import { PAGE_FORMAT, PAGE_SOURCE } from '../../tables/columns.js';
import { noteOf, type VersionCheck } from '../../tables/pages/version-check.js';
import { PageVersion } from '../../tables/pages/versions.entity.js';
import { TreeContents } from '../../trees/tree-contents.js';
import type { SiteSettings, UpdatedRow } from './update-rows.js';
import { UpdateWriter } from './update-writer.js';

/**
 * An attempt fails when the page was changed between two statements; with a base version the second attempt is a
 * conflict. When many calls overwrite a page concurrently, each statement makes at most one version.
 */
const MAX_ATTEMPTS = 100;

/** A text that begins with a tag is HTML, unless the page is Markdown that begins with one, such as a centred logo. */
const FORMAT = `SELECT CASE WHEN NOT $2 OR ${PAGE_SOURCE} ~ '^\\s*<' THEN ${PAGE_FORMAT} END AS format
  FROM sites WHERE id = $1`;

type UpdateRequest = Omit<RequestOf<typeof versionMessages.updateSite>, 'source'> & {
  source?: VersionSource;
  /** It is the canonical form of a tree that an earlier version has. */
  tree?: string | undefined;
};

/** It is the same in each attempt. */
interface Update {
  request: UpdateRequest & { baseVersion: number | null };
  settings: SiteSettings;
  content: GivenContent;
  /** Checks the content once, if it is not checked yet. */
  check: () => Promise<VersionCheck>;
  caller: AccountCaller;
  context: RequestContext;
}

@Injectable()
export class UpdateSite {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: UpdateWriter,
    private readonly policies: SitePolicies,
    private readonly quotas: StorageQuotas,
    private readonly changes: SiteCacheInvalidator,
    private readonly checker: PageChecker,
    private readonly trees: TreeContents,
    private readonly contents: GivenContents,
    private readonly ownOrigins: OwnOriginRule,
    @Inject(PagePasswords) private readonly passwords: Pick<PagePasswords, 'hash' | 'matches'>,
  ) {}

  /**
   * Gives the caller's own page another content as a new version, unless it has this content already, and the settings
   * that are given. Every viewer shows it when this returns. With an idempotency key a repeat gets the first result.
   */
  async updateSite(given: UpdateRequest, context: RequestContext): Promise<UpdatedSite> {
    const caller = accountOf(context.caller);
    const { baseVersion, uploadId, noindex = null, visibility = null } = given;
    // The database writes ids in lower case.
    const id = given.id.toLowerCase();
    if (uploadId === undefined && given.tree === undefined) requireText(given);
    if (baseVersion === undefined) throw new ServiceError('BASE_VERSION_REQUIRED');
    requireTogether(given);
    this.policies.require('edit', caller);
    if (noindex !== null) this.policies.require('noindex', caller);
    const settings = { noindex, visibility, passwordHash: await this.passwords.hash(given.password) };
    await this.quotas.requireSpace(caller);
    const files = uploadId === undefined ? undefined : await this.trees.sentFiles(uploadId, context);
    const format = given.format ?? (await this.formatOf(id, given));
    const content = await this.contents.prepare(id, { ...given, files, format }, context);
    let checking: Promise<VersionCheck> | undefined;
    const check = async () => content.check ?? (await (checking ??= this.checker.check(given.htmlContent, context)));
    const update: Update = { request: { ...given, id, baseVersion }, settings, content, check, caller, context };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const answer = await this.attempt(update);
      if (answer) return answer;
    }
    throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 1 });
  }

  /** @returns undefined if the page was changed after it was read */
  private async attempt(update: Update): Promise<UpdatedSite | undefined> {
    const { request, settings, content, check, caller, context } = update;
    const { id, baseVersion, label = null, idempotencyKey: key, password } = request;
    const { page, tree } = content;
    const found = await this.writer.find(id);
    // The key is read after the site: if the site's new version is visible, the key of its call is visible, too.
    const call = key === undefined ? undefined : { key, contentHash: hashOf(request, page) };
    const earlier =
      call && (await findEarlierCall(this.dataSource, this.passwords, { userId: caller.accountId, ...call, password }));
    if (earlier) {
      // The first call may have been answered before its change held everywhere.
      if (found && settings.visibility !== null) await this.changes.announceAccess([found.path]);
      return updatedSiteSchema.parse(earlier.answer);
    }
    const site = requireUpdatable(found, caller);
    if (baseVersion !== null && site.version !== baseVersion) throw await this.conflict(site);
    const isNew = !site.contentHash.equals(page.contentHash);
    if (!isNew && Object.values(settings).every((value) => value === null)) return answerOf(site, site.title, false);
    if (isNew && label !== null) await requireFreeLabel(this.dataSource.manager, id);
    const result = isNew ? await check() : null;
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
      once: call && { ...call, answer },
      context,
    });
    if (outcome.isOverQuota) throw new ServiceError('STORAGE_QUOTA_EXCEEDED');
    if (!outcome.isMade) return undefined;
    await (settings.visibility === null
      ? this.changes.announceContent(site.path)
      : this.changes.announceAccess([site.path]));
    return answer;
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

  /** Programs that do not know formats send the text of a page back as they got it. */
  private async formatOf(id: string, { uploadId, tree, htmlContent }: UpdateRequest): Promise<PageFormat> {
    if (uploadId !== undefined || tree !== undefined || /^\s*<(?:!doctype|html)\b/i.test(htmlContent)) return 'html';
    const beginsWithTag = /^\s*</.test(htmlContent);
    const [site] = await this.dataSource.query<{ format: PageFormat | null }[]>(FORMAT, [id, beginsWithTag]);
    return site?.format ?? 'html';
  }

  private async conflict({ id: siteId, version }: UpdatedRow): Promise<ServiceError> {
    const head = await this.dataSource.manager.findOneBy(PageVersion, { siteId, number: version });
    const current = head && { version, created_at: head.createdAt.toISOString(), source: head.source };
    return new ServiceError('VERSION_CONFLICT', { current: current ?? undefined });
  }
}

/** @param number of the version that gets the label; a new one has none yet */
export async function requireFreeLabel(manager: EntityManager, siteId: string, number = 0): Promise<void> {
  const labelled = await manager.countBy(PageVersion, { siteId, number: Not(number), label: Not(IsNull()) });
  if (labelled >= limits.labelledVersionsMax) throw new ServiceError('TOO_MANY_LABELS');
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

/** Returns the same hash for a call and its repeat, and never that of a publish. Passwords are compared by their own hash. */
function hashOf({ id, baseVersion, label, title, noindex, visibility }: UpdateRequest, page: PreparedPage): string {
  const settings = noindex === undefined && visibility === undefined ? [] : [{ noindex, visibility }];
  const named = [...(title === undefined ? [] : [title]), ...settings];
  return hash(
    'sha256',
    JSON.stringify(['updateSite', id, baseVersion, label, page.contentHash.toString('hex'), ...named]),
  );
}
