import {
  type ManagementLinkAnswer,
  managementLinkAnswerSchema,
  managementLinkMessages,
  managementLinkPath,
  type NewManagementLinkAnswer,
  newManagementLinkAnswerSchema,
  type RequestContext,
  ServiceError,
  type UseManagementLinkAnswer,
  useManagementLinkAnswerSchema,
  useManagementLinkBodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access, Context, type IdentifiedRequest } from '../access/access.js';
import { ENV, type ServiceEnv } from '../config.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { RateLimits } from '../rate-limits/rate-limits.js';

const successSchema = z.object({ success: z.literal(true) });

/** Wrong secrets count on these. The last one bounds those of all networks together. */
const secretLimits = ['managementLink', 'managementLink56', 'managementLink48', 'managementLinkTotal'] as const;

/** With the link a temporary account's owner continues in another browser. */
@Controller('functions/v1')
export class ManagementLinkHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly limits: RateLimits,
    @Inject(ENV) private readonly env: ServiceEnv,
  ) {}

  @Get('management-link')
  @Access('account')
  @Header('cache-control', 'no-store')
  @Calls(managementLinkMessages.getManagementLink)
  @Documented({
    summary: 'Whether the account has a management link, and since when; never the link itself.',
    answer: managementLinkAnswerSchema,
  })
  async getManagementLink(@Context() context: RequestContext): Promise<ManagementLinkAnswer> {
    const { link } = await this.services.call(managementLinkMessages.getManagementLink, {}, context);
    const shown = link === null ? null : { created_at: link.createdAt, last_used_at: link.lastUsedAt };
    return { success: true, management_link: shown };
  }

  @Post('management-link')
  @Access('account')
  @RateLimit('managementLinkChange')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Calls(managementLinkMessages.createManagementLink)
  @Documented({
    summary: 'Makes the management link of a temporary account, or renews it: the link of before ends.',
    answer: newManagementLinkAnswerSchema,
  })
  async createManagementLink(@Context() context: RequestContext): Promise<NewManagementLinkAnswer> {
    const link = await this.services.call(managementLinkMessages.createManagementLink, {}, context);
    const url = `${this.env.PUBLIC_ORIGIN}${managementLinkPath}#${link.secret}`;
    return { success: true, management_link: { url, created_at: link.createdAt } };
  }

  @Delete('management-link')
  @Access('account')
  @HttpCode(200)
  @Calls(managementLinkMessages.revokeManagementLink)
  @Documented({ summary: 'Ends the management link of the account.', answer: successSchema })
  async revokeManagementLink(@Context() context: RequestContext): Promise<{ success: true }> {
    await this.services.call(managementLinkMessages.revokeManagementLink, {}, context);
    return { success: true };
  }

  @Post('use-management-link')
  @Access('key')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Calls(managementLinkMessages.useManagementLink)
  @Documented({
    summary: 'A session of the temporary account whose management link has this secret.',
    body: useManagementLinkBodySchema,
    answer: useManagementLinkAnswerSchema,
  })
  async useManagementLink(
    @Body(new ZodPipe(useManagementLinkBodySchema)) { secret }: z.output<typeof useManagementLinkBodySchema>,
    @Req() request: IdentifiedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UseManagementLinkAnswer> {
    const giveBack = await this.limits.take(
      secretLimits.map((name) => ({ name })),
      request,
      reply,
    );
    const call = this.services.call(managementLinkMessages.useManagementLink, { secret }, request.context);
    const session = await call.catch(async (error: unknown) => {
      if (!(error instanceof ServiceError && error.code === 'MANAGEMENT_LINK_INVALID')) await giveBack();
      throw error;
    });
    await giveBack();
    return { success: true, session };
  }
}
