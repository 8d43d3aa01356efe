import { openSiteRoute, type PageAddresses, siteMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import type { z } from 'zod';
import { Http, type HttpCall } from '../access/access.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { Setting } from '../settings.js';

/** Wrong passwords count on these. */
const passwordLimits = ['pagePassword', 'pagePassword56', 'pagePassword48'] as const;

@Controller()
export class OpenSiteHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly limits: RateLimits,
    @Setting('addresses') private readonly addresses: PageAddresses,
  ) {}

  @Route(openSiteRoute, { summary: 'An address that shows a page, for the password of the page.' })
  @Calls(siteMessages.openSite)
  async openSite(
    @Body() body: BodyOf<typeof openSiteRoute>,
    @Http() http: HttpCall,
  ): Promise<z.output<typeof openSiteRoute.answer>> {
    const { code } = await this.limits.countWrong(passwordLimits, 'PAGE_PASSWORD_WRONG', http, () =>
      this.services.call(siteMessages.openSite, body, http.request.context),
    );
    return { success: true, url: this.addresses.urlOf(body.path, true, code) };
  }
}
