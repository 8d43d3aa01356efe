import { hash } from 'node:crypto';
import {
  authMessages,
  type Caller,
  type CreateSiteAnswer,
  createSiteBodySchema,
  type ErrorCode,
  htmlFault,
  type PageAddresses,
  pageAddressesOf,
  type RequestContext,
  ServiceError,
  type SessionAnswer,
  siteMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Charge, GiveBack } from '../rate-limits/rate-limits.js';
import { GATEWAY_ENV, type GatewayEnv } from '../config.js';

export interface PublishRequest {
  body: z.output<typeof createSiteBodySchema>;
  idempotencyKey: string | undefined;
  /** Address of the client, which tells visitors without an account apart. */
  ip: string;
  /** Counts against the limits of the client. @throws ServiceError RATE_LIMITED */
  take: (charges: readonly Charge[]) => Promise<GiveBack>;
}

/** The limits of pages by visitors and temporary accounts, which are counted by network. */
const pageLimits = ['anonymousPages', 'anonymousPages56', 'anonymousPages48'] as const;
const byteLimits = ['anonymousBytes', 'anonymousBytes56', 'anonymousBytes48'] as const;

/** The messages that a publish may send. */
export const publishMessages = [siteMessages.createSite, authMessages.createTemporaryAccount];

/** What the sites service refuses has not been published; after other failures it may have been. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>(siteMessages.createSite.errors);

/** Publishing over HTTP: for a caller with no account one is made on the way. */
@Injectable()
export class PublishPage {
  private readonly addresses: PageAddresses;

  constructor(
    private readonly services: RequestClient,
    @Inject(GATEWAY_ENV) private readonly env: GatewayEnv,
  ) {
    this.addresses = pageAddressesOf(env);
  }

  async publish(request: PublishRequest, context: RequestContext): Promise<CreateSiteAnswer> {
    const { body } = request;
    const { caller } = context;
    refuseForeignUserId(body.user_id ?? undefined, caller);
    const isVisitor = caller.role !== 'authenticated';
    if (isVisitor) this.refuseEarly(request);
    const isCounted = caller.role === 'anon' || (caller.role === 'authenticated' && caller.isAnonymous);
    const giveBack = isCounted ? await takePage(request) : undefined;
    try {
      const session = isVisitor ? await this.accountForVisitor(request, context) : undefined;
      return await this.createSite(request, session, context);
    } catch (error) {
      if (error instanceof ServiceError && refusals.has(error.code)) await giveBack?.();
      throw error;
    }
  }

  private async createSite(
    { body, idempotencyKey }: PublishRequest,
    session: SessionAnswer | undefined,
    context: RequestContext,
  ): Promise<CreateSiteAnswer> {
    const { site } = await this.services.call(
      siteMessages.createSite,
      {
        htmlContent: body.html_content,
        // An empty field of a form is no choice.
        customPath: body.custom_path || undefined,
        idempotencyKey,
      },
      session ? { ...context, caller: callerOf(session) } : context,
    );
    const { id, path, title, expiresAt } = site;
    const url = this.addresses.urlOf(path);
    return { success: true, site: { id, path, title, url, expires_at: expiresAt }, ...(session ? { session } : {}) };
  }

  /** What would be refused anyway is refused here already, so that no account is left behind for nothing. */
  private refuseEarly({ body }: PublishRequest): void {
    const fault = htmlFault(body.html_content, Buffer.byteLength(body.html_content));
    if (fault) throw new ServiceError(fault);
    const mayChoose = this.env.SITE_POLICY.customPath.includes('temporary');
    if (body.custom_path && !mayChoose) throw new ServiceError('REGISTRATION_REQUIRED');
  }

  private async accountForVisitor(request: PublishRequest, context: RequestContext): Promise<SessionAnswer> {
    await request.take([{ name: 'temporaryAccount' }]);
    return this.services.call(
      authMessages.createTemporaryAccount,
      { userMetadata: {}, idempotencyKey: visitorKey(request) },
      context,
    );
  }
}

function takePage({ body, take }: PublishRequest): Promise<GiveBack> {
  const bytes = Buffer.byteLength(body.html_content);
  return take([...pageLimits.map((name) => ({ name })), ...byteLimits.map((name) => ({ name, points: bytes }))]);
}

/** A `user_id` is believed only from the token of that very account. */
function refuseForeignUserId(userId: string | undefined, caller: Caller): void {
  if (userId !== undefined && (caller.role !== 'authenticated' || caller.accountId !== userId.toLowerCase())) {
    throw new ServiceError('USER_ID_NOT_YOURS');
  }
}

/**
 * A visitor's idempotency key leads to the account made for the first try, so it must not be guessable by others:
 * address and page belong to it.
 */
function visitorKey({ idempotencyKey, ip, body }: PublishRequest): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  return hash('sha256', JSON.stringify([ip, idempotencyKey, body.html_content]), 'hex');
}

function callerOf(session: SessionAnswer): Caller {
  // The token was made a moment ago by the auth service and came over our own wire: reading it needs no verification.
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };
  return {
    role: 'authenticated',
    accountId: session.user.id,
    sessionId: claims.session_id,
    isAnonymous: session.user.is_anonymous,
  };
}
