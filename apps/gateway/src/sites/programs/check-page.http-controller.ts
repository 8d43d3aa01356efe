import { type CheckPageAnswer, programRoutes, type RequestContext, siteMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import { Context } from '../../access/access.js';
import { Calls } from '../../open-api/documented.js';
import { type BodyOf, Route } from '../../open-api/route.js';
import { RateLimit } from '../../rate-limits/rate-limit.guard.js';

@Controller()
export class CheckPageHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(programRoutes.checkPage, { summary: 'Checks a page as publishing does, and publishes nothing.' })
  @RateLimit('publish')
  @Calls(siteMessages.checkPage)
  async checkPage(
    @Body() { html_content: htmlContent, format }: BodyOf<typeof programRoutes.checkPage>,
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
