import {
  checkResetLinkAnswerSchema,
  checkResetLinkBodySchema,
  type RequestContext,
  signInMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

/** The screen for a new password checks its link here before anything is typed. */
@Controller('functions/v1')
export class ResetLinkHttpController {
  constructor(private readonly services: RequestClient) {}

  @Post('check-reset-link')
  @Access('open')
  @RateLimit('verify')
  @Calls(signInMessages.checkResetLink)
  @Documented({
    summary: 'Whether the link of a mail for a forgotten password would be accepted; it is not used up.',
    body: checkResetLinkBodySchema,
    answer: checkResetLinkAnswerSchema,
  })
  async checkResetLink(
    @Body() { token }: z.output<typeof checkResetLinkBodySchema>,
    @Context() context: RequestContext,
  ): Promise<z.infer<typeof checkResetLinkAnswerSchema>> {
    const { isValid } = await this.services.call(signInMessages.checkResetLink, { token }, context);
    return { success: true, is_valid: isValid };
  }
}
