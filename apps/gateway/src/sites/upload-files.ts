import {
  type CreateUploadAnswer,
  type createUploadBodySchema,
  type RequestContext,
  uploadMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { HttpCall } from '../access/access.js';
import { PublishCharges } from './publish-charges.js';
import { callerOf, PublishPage } from './publish-page.js';

type Body = z.output<typeof createUploadBodySchema>;

/** Begins uploads; a caller without an account gets one, as for a page. */
@Injectable()
export class UploadFiles {
  constructor(
    private readonly services: RequestClient,
    private readonly charges: PublishCharges,
    private readonly pages: PublishPage,
  ) {}

  /**
   * Charges the declared bytes; the page itself counts when it is published. An archive counts like one, because it may
   * unpack to a thousand times its bytes, which are stored for a day.
   */
  begin(body: Body, http: HttpCall): Promise<CreateUploadAnswer> {
    const charged = { http, bytes: () => declaredBytes(body), refusals: uploadMessages.createUpload.errors };
    const isPage = body.archive !== undefined;
    return this.charges.counted({ ...charged, isPage }, ({ isProven }) => this.open(body, http, isProven));
  }

  /**
   * Charges nothing but the account that a visitor gets.
   * @param visitorKey A repeat gets the same account. The service compares the files when they are published.
   */
  async open(body: Body, http: HttpCall, isProven: boolean, visitorKey?: string): Promise<CreateUploadAnswer> {
    const { context } = http.request;
    if (context.caller.role === 'authenticated') return this.create(body, context);
    const session = await this.pages.openAccount(http, isProven, visitorKey);
    return { ...(await this.create(body, { ...context, caller: callerOf(session) })), session };
  }

  private async create({ files = [], archive }: Body, context: RequestContext): Promise<CreateUploadAnswer> {
    const request = { files, ...(archive ? { archiveBytes: archive.bytes } : {}) };
    const { id, ticket, missing, expiresAt } = await this.services.call(uploadMessages.createUpload, request, context);
    return { success: true, upload_id: id, ticket, missing, expires_at: expiresAt };
  }
}

function declaredBytes({ files = [], archive }: Body): number {
  return files.reduce((sum, { bytes }) => sum + bytes, archive?.bytes ?? 0);
}
