import {
  firstExpiry,
  lifetimeAction,
  ServiceError,
  type AccountCaller,
  type PublishedSite,
  publishedSiteSchema,
  type RequestContext,
  type RequestOf,
  type siteMessages,
  type TreeFile,
} from '@haru/contracts';
import { PageChecker, showsNotice } from '@haru/page-check';
import { Inject, Injectable } from '@nestjs/common';
import { hash, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { findEarlierCall } from './contents/earlier-call.js';
import { GivenContents } from './contents/given-contents.js';
import { requireText } from './contents/prepared-page.js';
import type { NewSite } from './new-site-rows.js';
import { OwnOriginRule } from '../sites/own-origin-rule.js';
import { ReservedPaths } from '../sites/paths/reserved-paths.js';
import { PagePasswords, requireTogether } from '../sites/page-passwords.js';
import { accessOf, accountOf } from '../sites/own-site.js';
import { SitePolicies } from '../sites/site-policies.js';
import { canBePath, randomPath } from '../sites/paths/site-path.js';
import { noteOf } from '../tables/pages/version-check.js';
import { SiteWriter } from './site-writer.js';
import { treeTextOf } from '../storage/html-storage/tree.js';
import { TreeContents } from '../trees/tree-contents.js';
import { StorageQuotas } from '../sites/quotas/storage-quotas.js';

type CreateSiteRequest = RequestOf<typeof siteMessages.createSite> & {
  files?: readonly TreeFile[] | undefined;
};

/** With 8 characters even one collision is rare, so this many in a row mean another fault. */
const MAX_PATH_ATTEMPTS = 10;

@Injectable()
export class CreateSite {
  nextPath: () => string = randomPath;

  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: SiteWriter,
    private readonly policies: SitePolicies,
    private readonly quotas: StorageQuotas,
    private readonly reserved: ReservedPaths,
    private readonly checker: PageChecker,
    private readonly trees: TreeContents,
    private readonly contents: GivenContents,
    @Inject(PagePasswords) private readonly passwords: Pick<PagePasswords, 'hash' | 'matches'>,
    private readonly ownOrigins: OwnOriginRule,
  ) {}

  /**
   * Publishes a page: writes the site, the idempotency key and the event in one statement. Concurrent requests with
   * neither a key nor a custom path share a statement.
   */
  async createSite(given: RequestOf<typeof siteMessages.createSite>, context: RequestContext): Promise<PublishedSite> {
    const caller = accountOf(context.caller);
    const { uploadId } = given;
    const files = uploadId === undefined ? undefined : await this.trees.sentFiles(uploadId, context);
    const request = { ...given, files };
    try {
      return await this.publish(request, caller, context);
    } catch (error) {
      const { idempotencyKey: key, password } = request;
      if (!(error instanceof ServiceError) || key === undefined) throw error;
      const call = { userId: caller.accountId, key, contentHash: hashOf(request), password };
      const earlier = await findEarlierCall(this.dataSource, this.passwords, call);
      // A repeat finds that its page exists already.
      if (!earlier) throw error;
      return publishedSiteSchema.parse(earlier.answer);
    }
  }

  private async publish(request: CreateSiteRequest, caller: AccountCaller, context: RequestContext) {
    if (request.uploadId === undefined) requireText(request);
    if (request.customPath !== undefined && !canBePath(request.customPath)) throw new ServiceError('PATH_INVALID');
    requireTogether(request);
    await this.quotas.requireSpace(caller);
    if (request.customPath !== undefined) {
      this.policies.require('customPath', caller);
      await this.reserved.requireFree(this.dataSource, request.customPath, caller);
    }
    if (request.noindex) this.policies.require('noindex', caller);
    const lifetimeNeeds = lifetimeAction(request.expiresInDays);
    if (lifetimeNeeds) this.policies.require(lifetimeNeeds, caller);
    const id = randomUUID();
    const { htmlContent, format = 'html' } = request;
    const content = await this.contents.prepare(id, { ...request, format }, context);
    const { page, check = await this.checker.check(htmlContent, context) } = content;
    const { title } = page;
    const { visibility = 'public', password } = request;
    const passwordHash = await this.passwords.hash(password);
    const createdAt = new Date();
    const site: Omit<NewSite, 'path'> = {
      id,
      userId: caller.accountId,
      ...page,
      noindex: request.noindex ?? false,
      source: request.source ?? 'api',
      keyName: caller.credential?.name ?? null,
      check,
      createdAt,
      expiresAt: firstExpiry(createdAt, request.expiresInDays),
      ownerUnconfirmed: caller.isAnonymous,
      underReview: showsNotice(check),
      hadOwnOrigin: this.ownOrigins.appliesTo({ needsOwnOrigin: page.needsOwnOrigin || visibility !== 'public' }),
      visibility,
      passwordHash,
      maxLiveBytes: this.quotas.maxLiveBytesOf(caller),
    };
    for (let attempt = 1; ; attempt++) {
      const path = request.customPath ?? this.nextPath();
      const answer: PublishedSite = {
        ...{ id, path, title, expiresAt: site.expiresAt.toISOString() },
        ...noteOf(check),
        needsOwnOrigin: site.hadOwnOrigin || undefined,
        ...accessOf({ visibility, accessGeneration: 1 }),
      };
      const key = request.idempotencyKey;
      const once = key === undefined ? undefined : { key, contentHash: hashOf(request), answer };
      const isPathChosen = request.customPath !== undefined;
      const outcome = await this.writer.write({ site: { ...site, path }, once, context, isPathChosen });
      if (outcome.isMade) return answer;
      if (outcome.isKeyUsed) throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
      if (outcome.isOverQuota) throw new ServiceError('STORAGE_QUOTA_EXCEEDED');
      if (isPathChosen) throw new ServiceError('PATH_TAKEN');
      if (attempt === MAX_PATH_ATTEMPTS) throw new Error(`${attempt} random paths in a row were taken`);
    }
  }
}

/** Returns the same hash for a call and its repeat. */
function hashOf(request: CreateSiteRequest): string {
  const { htmlContent, files, format = 'html', customPath = '', noindex = false, title, expiresInDays } = request;
  const { visibility } = request;
  // A text never has NUL.
  const text = format === 'html' ? htmlContent : `${format}\0${htmlContent}`;
  const content = files === undefined ? text : `files\0${treeTextOf(files)}`;
  const named = title === undefined ? '' : ` ${JSON.stringify(title)}`;
  const lifetime = expiresInDays === undefined ? '' : ` ${expiresInDays}`;
  const seenBy = visibility === undefined ? '' : ` ${visibility}`;
  return hash('sha256', `${customPath}${noindex ? ' noindex' : ''}${lifetime}${seenBy}${named}\n${content}`);
}
