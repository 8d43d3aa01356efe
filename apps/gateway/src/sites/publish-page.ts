import { createHash } from 'node:crypto';
import {
  authMessages,
  type Caller,
  type CreateSiteAnswer,
  createSiteBodySchema,
  htmlFault,
  type RequestContext,
  ServiceError,
  type SessionAnswer,
  siteMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { GATEWAY_ENV, type GatewayEnv } from '../config.js';

export interface PublishRequest {
  body: z.output<typeof createSiteBodySchema>;
  idempotencyKey: string | undefined;
  /** Address of the client, which tells visitors without an account apart. */
  ip: string;
  /** Counts an account that is about to be made for a visitor. @throws ServiceError RATE_LIMITED */
  countAccount: () => Promise<void>;
}

/** Publishing over HTTP: for a caller with no account one is made on the way. */
@Injectable()
export class PublishPage {
  constructor(
    private readonly services: RequestClient,
    @Inject(GATEWAY_ENV) private readonly env: GatewayEnv,
  ) {}

  async publish(request: PublishRequest, context: RequestContext): Promise<CreateSiteAnswer> {
    const { body } = request;
    refuseForeignUserId(body.user_id ?? undefined, context.caller);
    const session =
      context.caller.role === 'authenticated' ? undefined : await this.accountForVisitor(request, context);
    const { site } = await this.services.call(
      siteMessages.createSite,
      {
        htmlContent: body.html_content,
        // An empty field of a form is no choice.
        customPath: body.custom_path || undefined,
        idempotencyKey: request.idempotencyKey,
      },
      session ? { ...context, caller: callerOf(session) } : context,
    );
    const { id, path, title, expiresAt } = site;
    const url = `${this.env.PUBLIC_ORIGIN}/share/${path}`;
    return { success: true, site: { id, path, title, url, expires_at: expiresAt }, ...(session ? { session } : {}) };
  }

  /** What would be refused anyway is refused here already, so that no account is left behind for nothing. */
  private async accountForVisitor(request: PublishRequest, context: RequestContext): Promise<SessionAnswer> {
    const { html_content: html } = request.body;
    const fault = htmlFault(html, Buffer.byteLength(html));
    if (fault) throw new ServiceError(fault);
    const mayChoose = this.env.SITE_POLICY.customPath.includes('temporary');
    if (request.body.custom_path && !mayChoose) throw new ServiceError('REGISTRATION_REQUIRED');
    await request.countAccount();
    return this.services.call(
      authMessages.createTemporaryAccount,
      { userMetadata: {}, idempotencyKey: visitorKey(request) },
      context,
    );
  }
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
  return createHash('sha256')
    .update(JSON.stringify([ip, idempotencyKey, body.html_content]))
    .digest('hex');
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
