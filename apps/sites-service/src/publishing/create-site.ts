import {
  firstExpiry,
  htmlFault,
  ServiceError,
  type AccountCaller,
  type Caller,
  type PublishedSite,
  type RequestContext,
  type RequestOf,
  type siteMessages,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { hash, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { storagePathOf } from '../html-storage/artifact.js';
import { readOutline } from '../page-html/page-outline.js';
import { titleOf, withTitle } from '../page-html/site-title.js';
import { earlierCreate, type ClaimedKey, type NewSite } from './new-site-rows.js';
import { ReservedPaths } from '../paths/reserved-paths.js';
import { SitePolicies } from '../sites/site-policies.js';
import { canBePath, randomPath } from '../paths/site-path.js';
import { SiteWriter } from './site-writer.js';
import { StorageAlarm } from '../quotas/storage-alarm.js';
import { StorageQuotas } from '../quotas/storage-quotas.js';

type CreateSiteRequest = RequestOf<typeof siteMessages.createSite>;

/** With 8 characters even one collision is rare; so many in a row mean another fault. */
const MAX_PATH_ATTEMPTS = 10;

@Injectable()
export class CreateSite {
  /** Makes the paths of sites without a custom path. */
  nextPath: () => string = randomPath;
  private readonly writer: SiteWriter;

  constructor(
    private readonly dataSource: DataSource,
    outbox: Outbox,
    private readonly policies: SitePolicies,
    private readonly quotas: StorageQuotas,
    private readonly alarm: StorageAlarm,
    private readonly reserved: ReservedPaths,
  ) {
    this.writer = new SiteWriter(dataSource, outbox);
  }

  /**
   * Publishes a page: writes the site, the idempotency key and the event in one statement. Concurrent requests with
   * neither a key nor a custom path share a statement.
   * @throws ServiceError with the codes of the contract
   */
  async createSite(request: CreateSiteRequest, context: RequestContext): Promise<PublishedSite> {
    const caller = accountOf(context.caller);
    const html = request.htmlUtf8 ?? Buffer.from(request.htmlContent);
    checkRequest(request, html.length);
    await this.alarm.requireSpace(caller);
    if (request.customPath !== undefined) {
      this.policies.require('customPath', caller);
      this.reserved.requireFree(request.customPath);
    }
    const outline = readOutline(request.htmlContent);
    const title = titleOf(outline);
    const id = randomUUID();
    const titled = withTitle(request.htmlContent, title, outline);
    const artifact = titled === request.htmlContent ? html : Buffer.from(titled);
    const createdAt = new Date();
    const site: Omit<NewSite, 'path'> = {
      id,
      userId: caller.accountId,
      title,
      htmlContent: html,
      storagePath: storagePathOf(id, artifact),
      createdAt,
      expiresAt: firstExpiry(createdAt),
      ownerUnconfirmed: caller.isAnonymous,
      maxLiveBytes: this.quotas.maxLiveBytesOf(caller),
    };
    for (let attempt = 1; ; attempt++) {
      const path = request.customPath ?? this.nextPath();
      const answer: PublishedSite = { id, path, title, expiresAt: site.expiresAt.toISOString() };
      const once = onceOf(request, answer);
      const isPathChosen = request.customPath !== undefined;
      const outcome = await this.writer.write({ site: { ...site, path }, once, context, isPathChosen });
      if (outcome.isMade) return answer;
      if (outcome.isKeyUsed) return this.repeat(request, caller);
      if (outcome.isOverQuota) return this.repeatOrRefuse(request, caller);
      if (isPathChosen) throw new ServiceError('PATH_TAKEN');
      if (attempt === MAX_PATH_ATTEMPTS) throw new Error(`${attempt} random paths in a row were taken`);
    }
  }

  /** A repeat is within the quota: its page exists already. */
  private async repeatOrRefuse(request: CreateSiteRequest, caller: AccountCaller): Promise<PublishedSite> {
    const { idempotencyKey: key } = request;
    const isRepeat = key !== undefined && (await earlierCreate(this.dataSource, caller.accountId, key)) !== null;
    if (isRepeat) return this.repeat(request, caller);
    throw new ServiceError('STORAGE_QUOTA_EXCEEDED');
  }

  private async repeat(request: CreateSiteRequest, caller: AccountCaller): Promise<PublishedSite> {
    const earlier = await earlierCreate(this.dataSource, caller.accountId, request.idempotencyKey ?? '');
    if (!earlier) throw new Error('the idempotency key was claimed, but its row is gone');
    if (earlier.contentHash !== hashOf(request)) throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
    return earlier.answer;
  }
}

function accountOf(caller: Caller): AccountCaller {
  // The gateway makes a temporary account for a visitor, so this is a fault of the calling program.
  if (caller.role !== 'authenticated') throw new ServiceError('TOKEN_INVALID');
  return caller;
}

function checkRequest(request: CreateSiteRequest, bytes: number): void {
  const fault = htmlFault(request.htmlContent, bytes);
  if (fault) throw new ServiceError(fault);
  if (request.customPath !== undefined && !canBePath(request.customPath)) throw new ServiceError('PATH_INVALID');
}

function onceOf(request: CreateSiteRequest, answer: PublishedSite): ClaimedKey | undefined {
  const key = request.idempotencyKey;
  return key === undefined ? undefined : { key, contentHash: hashOf(request), answer };
}

/** Equal for a call and its repeat. */
function hashOf({ htmlContent, customPath = '' }: CreateSiteRequest): string {
  return hash('sha256', `${customPath}\n${htmlContent}`);
}
