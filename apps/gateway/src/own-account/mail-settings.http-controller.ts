import {
  type MailSettingsAnswer,
  mailSettingsMessages,
  mailSettingsRoutes,
  type RequestContext,
  snakeCased,
  unsubscribePath,
  unsubscribeQuerySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Query, Redirect } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { Setting } from '../settings.js';
import { Calls, Documented } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

type UnsubscribeQuery = z.output<typeof unsubscribeQuerySchema>;

/** The calling account chooses its mails, or unsubscribes without signing in. */
@Controller()
export class MailSettingsHttpController {
  constructor(
    private readonly services: RequestClient,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  @Route(mailSettingsRoutes.getMailSettings, { summary: 'Which mails the account wants.' })
  @Calls(mailSettingsMessages.getMailSettings)
  async getMailSettings(@Context() context: RequestContext): Promise<MailSettingsAnswer> {
    const settings = await this.services.call(mailSettingsMessages.getMailSettings, {}, context);
    return { success: true, mail_settings: snakeCased(settings) };
  }

  @Route(mailSettingsRoutes.updateMailSettings, { summary: 'Sets which mails the account wants.' })
  @Calls(mailSettingsMessages.updateMailSettings)
  async updateMailSettings(
    @Body() { expiry_mails: expiryMails }: BodyOf<typeof mailSettingsRoutes.updateMailSettings>,
    @Context() context: RequestContext,
  ): Promise<MailSettingsAnswer> {
    const settings = await this.services.call(mailSettingsMessages.updateMailSettings, { expiryMails }, context);
    return { success: true, mail_settings: snakeCased(settings) };
  }

  /** Mailboxes POST a form of one field here, whose content means nothing (RFC 8058, section 3.1). */
  @Route(mailSettingsRoutes.unsubscribe, {
    summary: 'Switches the mails about expiring pages off, with the token of such a mail.',
  })
  @RateLimit('unsubscribe')
  @Calls(mailSettingsMessages.unsubscribe)
  async unsubscribe(
    @Query() { token }: UnsubscribeQuery,
    @Context() context: RequestContext,
  ): Promise<{ success: true }> {
    await this.services.call(mailSettingsMessages.unsubscribe, { token }, context);
    return { success: true };
  }

  /** A person follows the link; programs that open every link of a mail must not switch anything off. */
  @Get(unsubscribePath)
  @Access('open')
  @Redirect(undefined, 303)
  @Documented({
    summary: 'Leads to the screen that switches the mails off.',
    query: unsubscribeQuerySchema,
    status: 303,
  })
  showUnsubscribe(@Query() { token }: UnsubscribeQuery): { url: string } {
    return { url: `${this.origin}/unsubscribe#${encodeURIComponent(token)}` };
  }
}
