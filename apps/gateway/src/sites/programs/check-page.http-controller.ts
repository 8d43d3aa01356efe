import { type CheckPageAnswer, programRoutes, type RequestContext, siteMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import type { z } from 'zod';
import { Context } from '../../access/access.js';
import { ZodPipe } from '../../http/zod.pipe.js';
import { Calls } from '../../open-api/documented.js';
import { Route } from '../../open-api/route.js';
import { RateLimit } from '../../rate-limits/rate-limit.guard.js';

@Controller()
export class CheckPageHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(programRoutes.checkPage, { summary: 'Checks a page as publishing does, and publishes nothing.' })
  @RateLimit('publish')
  @Calls(siteMessages.checkPage)
  async checkPage(
    @Body(new ZodPipe(programRoutes.checkPage.body))
    { html_content: htmlContent, format }: z.output<typeof programRoutes.checkPage.body>,
    @Context() context: RequestContext,
  ): Promise<CheckPageAnswer> {
    const { check } = await this.services.call(
      siteMessages.checkPage,
      { htmlContent, format: format ?? undefined },
      context,
    );
    return { success: true, check };
  }
}
