import { hash } from 'node:crypto';
import {
  accountMessages,
  type Caller,
  type CallerSource,
  type CreateSiteAnswer,
  createSiteBodySchema,
  type ErrorCode,
  htmlFault,
  keyMessages,
  lifetimeAction,
  type PageAddresses,
  type RequestContext,
  scopes,
  ServiceError,
  settingsOf,
  type SessionAnswer,
  signInMessages,
  siteMessages,
  type SiteAction,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable, Logger } from '@nestjs/common';
import type { z } from 'zod';
import { ownSiteOf } from './own-site.js';
import type { HttpCall } from '../access/access.js';
import { PublishCharges } from './publish-charges.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import type { ServiceEnv } from '../config.js';
import { Setting } from '../settings.js';

export interface PublishRequest {
  body: z.output<typeof createSiteBodySchema>;
  idempotencyKey: string | undefined;
  http: HttpCall;
  source: CallerSource;
}

export const publishMessages = [
  siteMessages.createSite,
  signInMessages.createTemporaryAccount,
  accountMessages.deleteAccount,
];

export const publishForProgramMessages = [...publishMessages, keyMessages.createEditKey];

/** The service answers so about an account that a concurrent repeat of the request has deleted. */
const ACCOUNT_DELETED: readonly ErrorCode[] = ['user_not_found', 'session_not_found'];

/** A repeat of a publish that succeeded is never answered so. */
const REFUSED: readonly ErrorCode[] = ['PAGE_REFUSED', 'OWN_ORIGINS_REQUIRED', 'VALIDATION_FAILED'];

/** Publishes over HTTP; a caller without an account gets one. */
@Injectable()
export class PublishPage {
  private readonly logger = new Logger(PublishPage.name);
  constructor(
    private readonly services: RequestClient,
    private readonly charges: PublishCharges,
    private readonly limits: RateLimits,
    @Setting('addresses') private readonly addresses: PageAddresses,
    @Setting('SITE_POLICY') private readonly sitePolicy: ServiceEnv['SITE_POLICY'],
  ) {}

  async publish(request: PublishRequest, context: RequestContext): Promise<CreateSiteAnswer> {
    const { body, http } = request;
    const { caller } = context;
    refuseForeignUserId(body.user_id ?? undefined, caller);
    const isVisitor = caller.role !== 'authenticated';
    if (isVisitor) this.refuseEarly(request);
    const charged = { http, text: body.html_content ?? '', refusals: siteMessages.createSite.errors };
    return this.charges.counted(charged, ({ isProven }) =>
      isVisitor ? this.createVisitorSite(request, context, isProven) : this.createSite(request, context),
    );
  }

  /** Publishes for a program: one without an account gets an edit key of the page, and no session. */
  async publishForProgram(
    request: PublishRequest,
    context: RequestContext,
  ): Promise<{ site: CreateSiteAnswer['site']; editKey?: string }> {
    const { site, session } = await this.publish(request, context);
    if (!session) return { site };
    return { site, editKey: await this.createEditKey(site.id, { ...context, caller: callerOf(session) }) };
  }

  async createEditKey(siteId: string, context: RequestContext): Promise<string> {
    const { key } = await this.services.call(keyMessages.createEditKey, { siteId }, context);
    return key;
  }

  private async createVisitorSite(
    request: PublishRequest,
    context: RequestContext,
    isProven: boolean,
  ): Promise<CreateSiteAnswer> {
    const key = visitorKey(request, request.body.html_content ?? undefined);
    const session = await this.openAccount(request.http, isProven, key);
    const ownContext = { ...context, caller: callerOf(session) };
    try {
      return { ...(await this.createSite(request, ownContext)), session };
    } catch (error) {
      if (error instanceof ServiceError && REFUSED.includes(error.code)) await this.deleteAccount(ownContext);
      throw error;
    }
  }

  /** Opens an account for a visitor. @param idempotencyKey a repeat gets the same account */
  async openAccount(
    { request, reply }: HttpCall,
    isProven: boolean,
    idempotencyKey: string | undefined,
  ): Promise<SessionAnswer> {
    // There are as many such accounts as proven pages, which have a limit of their own.
    if (!isProven) await this.limits.take([{ name: 'temporaryAccount' }], request, reply);
    const account = { userMetadata: {}, idempotencyKey };
    return this.services.call(signInMessages.createTemporaryAccount, account, request.context);
  }

  /**
   * Deletes the account of a visitor whose page is refused: a repeat of a publish that succeeded is never refused, so
   * the account has no page. If this fails, the account is left behind: the visitor must see why the page is refused.
   */
  private async deleteAccount(context: RequestContext): Promise<void> {
    try {
      await this.services.call(accountMessages.deleteAccount, {}, context);
    } catch (error) {
      if (error instanceof ServiceError && ACCOUNT_DELETED.includes(error.code)) return;
      const message = 'the account of a visitor whose page is refused was not deleted';
      this.logger.error(new Error(message, { cause: error }));
    }
  }

  /** Publishes for an account, and charges nothing. */
  async createSite(
    { body, idempotencyKey, source }: PublishRequest,
    context: RequestContext,
  ): Promise<CreateSiteAnswer> {
    const { site } = await this.services.call(
      siteMessages.createSite,
      {
        htmlContent: body.html_content ?? '',
        uploadId: body.upload_id ?? undefined,
        format: body.format ?? undefined,
        // An empty field of a form is no choice.
        customPath: body.custom_path || undefined,
        expiresInDays: body.expires_in_days ?? undefined,
        ...settingsOf(body),
        idempotencyKey,
        source,
      },
      context,
    );
    return { success: true, site: ownSiteOf(site, this.addresses) };
  }

  /** Refuses early what the service would refuse, so that no account is created for nothing. */
  private refuseEarly({ body }: PublishRequest): void {
    // A visitor's upload comes with the session that began it.
    if (typeof body.upload_id === 'string') throw new ServiceError('UPLOAD_NOT_FOUND');
    const html = body.html_content ?? '';
    const fault = htmlFault(html, Buffer.byteLength(html));
    if (fault) throw new ServiceError(fault);
    const actions: (SiteAction | undefined)[] = [
      body.custom_path ? 'customPath' : undefined,
      body.noindex ? 'noindex' : undefined,
      lifetimeAction(body.expires_in_days ?? undefined),
    ];
    const isAllowed = (action: SiteAction | undefined) =>
      action === undefined || this.sitePolicy[action].includes('temporary');
    if (!actions.every(isAllowed)) throw new ServiceError('REGISTRATION_REQUIRED');
  }
}

/** A `user_id` is accepted only with the token of that account. */
function refuseForeignUserId(userId: string | undefined, caller: Caller): void {
  if (userId !== undefined && (caller.role !== 'authenticated' || caller.accountId !== userId.toLowerCase())) {
    throw new ServiceError('USER_ID_NOT_YOURS');
  }
}

/**
 * The key leads to the account of the first try, so it contains address and page, which others cannot guess.
 * @param page the length of an archive, which has not arrived yet: its visitor gets no session of the account
 */
export function visitorKey(
  { idempotencyKey, http }: Pick<PublishRequest, 'idempotencyKey' | 'http'>,
  page: string | number | undefined,
): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  return hash('sha256', JSON.stringify([http.request.ip, idempotencyKey, page]), 'hex');
}

export function callerOf(session: SessionAnswer): Caller {
  // The auth service has just made the token and sent it over our own connection: reading it needs no verification.
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };
  return {
    role: 'authenticated',
    accountId: session.user.id,
    sessionId: claims.session_id,
    credential: { kind: 'session', id: claims.session_id, scopes: [...scopes] },
    isAnonymous: session.user.is_anonymous,
  };
}
