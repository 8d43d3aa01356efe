import {
  type CreateUploadAnswer,
  type createUploadBodySchema,
  type RequestContext,
  type SessionAnswer,
  signInMessages,
  uploadMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { RateLimits } from '../rate-limits/rate-limits.js';
import type { HttpCall } from '../access/access.js';
import { PublishCharges } from './publish-charges.js';
import { callerOf } from './publish-page.js';

type Body = z.output<typeof createUploadBodySchema>;

/** Begins uploads; a caller without an account gets one, as for a page. */
@Injectable()
export class UploadFiles {
  constructor(
    private readonly services: RequestClient,
    private readonly charges: PublishCharges,
    private readonly limits: RateLimits,
  ) {}

  /** Charges the declared bytes; the page itself counts when it is published. */
  begin(body: Body, http: HttpCall): Promise<CreateUploadAnswer> {
    const charged = { http, bytes: () => declaredBytes(body), refusals: uploadMessages.createUpload.errors };
    return this.charges.counted({ ...charged, isPage: false }, ({ isProven }) => this.open(body, http, isProven));
  }

  /**
   * Charges nothing but the account that a visitor gets.
   * @param visitorKey A repeat gets the same account. The service compares the files when they are published.
   */
  async open(
    body: Body,
    { request, reply }: HttpCall,
    isProven: boolean,
    visitorKey?: string,
  ): Promise<CreateUploadAnswer> {
    const { context } = request;
    if (context.caller.role === 'authenticated') return this.create(body, context);
    if (!isProven) await this.limits.take([{ name: 'temporaryAccount' }], request, reply);
    const session = await this.accountForVisitor(visitorKey, context);
    return { ...(await this.create(body, { ...context, caller: callerOf(session) })), session };
  }

  private async create({ files = [], archive }: Body, context: RequestContext): Promise<CreateUploadAnswer> {
    const request = { files, ...(archive ? { archiveBytes: archive.bytes } : {}) };
    const { id, ticket, missing, expiresAt } = await this.services.call(uploadMessages.createUpload, request, context);
    return { success: true, upload_id: id, ticket, missing, expires_at: expiresAt };
  }

  private accountForVisitor(idempotencyKey: string | undefined, context: RequestContext): Promise<SessionAnswer> {
    return this.services.call(signInMessages.createTemporaryAccount, { userMetadata: {}, idempotencyKey }, context);
  }
}

function declaredBytes({ files = [], archive }: Body): number {
  return files.reduce((sum, { bytes }) => sum + bytes, archive?.bytes ?? 0);
}
