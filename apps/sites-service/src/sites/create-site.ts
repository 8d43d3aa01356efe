import {
  firstExpiry,
  htmlFault,
  ServiceError,
  sitePublished,
  type AccountCaller,
  type Caller,
  type PublishedSite,
  type RequestContext,
  type RequestOf,
  type siteMessages,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { storagePathOf } from '../html-storage/artifact.js';
import { earlierAnswer, isPathTaken, newSite, type NewSite, type SiteOutcome } from './new-site-rows.js';
import { readOutline } from './page-outline.js';
import { lockPaths, releasePath } from './path-claims.js';
import { SitePolicies } from './site-policies.js';
import { canBePath, randomPath } from './site-path.js';
import { titleOf, withTitle } from './site-title.js';

type CreateSiteRequest = RequestOf<typeof siteMessages.createSite>;

/** With 8 characters even one collision is rare; so many in a row mean that something else is wrong. */
const MAX_PATH_ATTEMPTS = 10;

/** Nothing was written; another path may do. */
class PathCollision extends Error {}
/** Nothing was written. */
class KeyUsedBefore extends Error {}

@Injectable()
export class CreateSite {
  /** Makes the paths of sites that nobody chose one for. */
  nextPath: () => string = randomPath;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly policies: SitePolicies,
  ) {}

  /**
   * Publishes a page: the site, what makes a repeat harmless, and the event, in one statement.
   * @throws ServiceError with the codes of the contract
   */
  async createSite(request: CreateSiteRequest, context: RequestContext): Promise<PublishedSite> {
    const caller = accountOf(context.caller);
    checkRequest(request);
    if (request.customPath !== undefined) this.policies.require('customPath', caller);
    const outline = readOutline(request.htmlContent);
    const title = titleOf(outline);
    const id = randomUUID();
    const bytes = Buffer.from(withTitle(request.htmlContent, title, outline));
    const createdAt = new Date();
    const site: Omit<NewSite, 'path'> = {
      id,
      userId: caller.accountId,
      title,
      htmlContent: request.htmlContent,
      storagePath: storagePathOf(id, bytes),
      createdAt,
      expiresAt: firstExpiry(createdAt),
    };
    for (let attempt = 1; ; attempt++) {
      const path = request.customPath ?? this.nextPath();
      try {
        return await this.insert({ ...site, path }, request, context);
      } catch (error) {
        if (error instanceof KeyUsedBefore) return this.repeat(request, caller);
        if (!(error instanceof PathCollision)) throw error;
        if (request.customPath !== undefined) throw new ServiceError('PATH_TAKEN');
        if (attempt === MAX_PATH_ATTEMPTS) throw new Error(`${attempt} random paths in a row were taken`);
      }
    }
  }

  private async insert(site: NewSite, request: CreateSiteRequest, context: RequestContext): Promise<PublishedSite> {
    const answer: PublishedSite = {
      id: site.id,
      path: site.path,
      title: site.title,
      expiresAt: site.expiresAt.toISOString(),
    };
    const { isMade, isKeyUsed } = await this.write(site, request, answer, context);
    if (isKeyUsed) throw new KeyUsedBefore();
    if (!isMade) throw new PathCollision();
    return answer;
  }

  private async write(
    site: NewSite,
    request: CreateSiteRequest,
    answer: PublishedSite,
    context: RequestContext,
  ): Promise<SiteOutcome> {
    const key = request.idempotencyKey;
    const change = newSite(site, key === undefined ? undefined : { key, contentHash: hashOf(request), answer });
    const write = (database: DataSource | EntityManager): Promise<SiteOutcome> =>
      this.outbox.publishWith(database, change, sitePublished, { siteId: site.id }, { aggregateId: site.id, context });
    try {
      // A random path is never one that somebody is about to give up.
      if (request.customPath === undefined) return await write(this.dataSource);
      return await this.dataSource.transaction(async (manager) => {
        await lockPaths(manager, [site.path]);
        const outcome = await write(manager);
        if (outcome.isMade) await releasePath(manager, site.path);
        return outcome;
      });
    } catch (error) {
      if (isPathTaken(error)) throw new PathCollision('the path is taken', { cause: error });
      throw error;
    }
  }

  private async repeat(request: CreateSiteRequest, caller: AccountCaller): Promise<PublishedSite> {
    const earlier = await earlierAnswer(this.dataSource, caller.accountId, request.idempotencyKey ?? '');
    if (!earlier) throw new Error('the idempotency key was claimed, but its row is gone');
    if (earlier.contentHash !== hashOf(request)) throw new ServiceError('IDEMPOTENCY_KEY_REUSED');
    return earlier.answer;
  }
}

function accountOf(caller: Caller): AccountCaller {
  // The gateway makes a temporary account for whoever has none, so this is a fault of the caller's program.
  if (caller.role !== 'authenticated') throw new ServiceError('TOKEN_INVALID');
  return caller;
}

function checkRequest(request: CreateSiteRequest): void {
  const fault = htmlFault(request.htmlContent);
  if (fault) throw new ServiceError(fault);
  if (request.customPath !== undefined && !canBePath(request.customPath)) throw new ServiceError('PATH_INVALID');
}

/** What must be the same for a call to be a repeat. */
function hashOf({ htmlContent, customPath = '' }: CreateSiteRequest): string {
  return createHash('sha256').update(`${customPath}\n${htmlContent}`).digest('hex');
}
