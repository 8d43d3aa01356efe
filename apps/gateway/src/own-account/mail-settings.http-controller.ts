import {
  type MailSettingsAnswer,
  mailSettingsAnswerSchema,
  mailSettingsBodySchema,
  mailSettingsMessages,
  type RequestContext,
  unsubscribeAnswerSchema,
  unsubscribeQuerySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Header, HttpCode, Inject, Post, Query, Redirect } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { ENV, type ServiceEnv } from '../config.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

type UnsubscribeQuery = z.output<typeof unsubscribeQuerySchema>;

/** The calling account chooses its mails, or unsubscribes without signing in. */
@Controller('functions/v1')
export class MailSettingsHttpController {
  constructor(
    private readonly services: RequestClient,
    @Inject(ENV) private readonly env: ServiceEnv,
  ) {}

  @Get('mail-settings')
  @Access('account')
  @Header('cache-control', 'no-store')
  @Calls(mailSettingsMessages.getMailSettings)
  @Documented({ summary: 'Which mails the account wants.', answer: mailSettingsAnswerSchema })
  async getMailSettings(@Context() context: RequestContext): Promise<MailSettingsAnswer> {
    return answerOf(await this.services.call(mailSettingsMessages.getMailSettings, {}, context));
  }

  @Post('mail-settings')
  @Access('account')
  @HttpCode(200)
  @Calls(mailSettingsMessages.updateMailSettings)
  @Documented({
    summary: 'Sets which mails the account wants.',
    body: mailSettingsBodySchema,
    answer: mailSettingsAnswerSchema,
  })
  async updateMailSettings(
    @Body(new ZodPipe(mailSettingsBodySchema)) { expiry_mails: expiryMails }: z.output<typeof mailSettingsBodySchema>,
    @Context() context: RequestContext,
  ): Promise<MailSettingsAnswer> {
    return answerOf(await this.services.call(mailSettingsMessages.updateMailSettings, { expiryMails }, context));
  }

  /** Mailboxes POST a form of one field here, whose content means nothing (RFC 8058, section 3.1). */
  @Post('unsubscribe')
  @Access('open')
  @RateLimit('unsubscribe')
  @HttpCode(200)
  @Calls(mailSettingsMessages.unsubscribe)
  @Documented({
    summary: 'Switches the mails about expiring pages off, with the token of such a mail.',
    query: unsubscribeQuerySchema,
    answer: unsubscribeAnswerSchema,
  })
  async unsubscribe(
    @Query(new ZodPipe(unsubscribeQuerySchema)) { token }: UnsubscribeQuery,
    @Context() context: RequestContext,
  ): Promise<{ success: true }> {
    await this.services.call(mailSettingsMessages.unsubscribe, { token }, context);
    return { success: true };
  }

  /** A person follows the link; programs that open every link of a mail must not switch anything off. */
  @Get('unsubscribe')
  @Access('open')
  @Redirect(undefined, 303)
  @Documented({
    summary: 'Leads to the screen that switches the mails off.',
    query: unsubscribeQuerySchema,
    status: 303,
  })
  showUnsubscribe(@Query(new ZodPipe(unsubscribeQuerySchema)) { token }: UnsubscribeQuery): { url: string } {
    return { url: `${this.env.PUBLIC_ORIGIN}/unsubscribe#${encodeURIComponent(token)}` };
  }
}

function answerOf({ expiryMails }: { expiryMails: boolean }): MailSettingsAnswer {
  return { success: true, mail_settings: { expiry_mails: expiryMails } };
}
