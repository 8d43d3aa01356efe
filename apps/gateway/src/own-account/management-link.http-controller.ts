import {
  type ManagementLinkAnswer,
  managementLinkMessages,
  managementLinkPath,
  managementLinkRoutes,
  type NewManagementLinkAnswer,
  type RequestContext,
  snakeCased,
  type UseManagementLinkAnswer,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import { Context, Http, type HttpCall } from '../access/access.js';
import { Setting } from '../settings.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { RateLimits } from '../rate-limits/rate-limits.js';

/** Wrong secrets count on these. The last one bounds those of all networks together. */
const secretLimits = ['managementLink', 'managementLink56', 'managementLink48', 'managementLinkTotal'] as const;

/** With the link a temporary account's owner continues in another browser. */
@Controller()
export class ManagementLinkHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly limits: RateLimits,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  @Route(managementLinkRoutes.getManagementLink, {
    summary: 'Whether the account has a management link, and since when; never the link itself.',
  })
  @Calls(managementLinkMessages.getManagementLink)
  async getManagementLink(@Context() context: RequestContext): Promise<ManagementLinkAnswer> {
    const { link } = await this.services.call(managementLinkMessages.getManagementLink, {}, context);
    return { success: true, management_link: link && snakeCased(link) };
  }

  @Route(managementLinkRoutes.createManagementLink, {
    summary: 'Makes the management link of a temporary account, or renews it: the link of before ends.',
  })
  @RateLimit('managementLinkChange')
  @Calls(managementLinkMessages.createManagementLink)
  async createManagementLink(@Context() context: RequestContext): Promise<NewManagementLinkAnswer> {
    const link = await this.services.call(managementLinkMessages.createManagementLink, {}, context);
    const url = `${this.origin}${managementLinkPath}#${link.secret}`;
    return { success: true, management_link: { url, created_at: link.createdAt } };
  }

  @Route(managementLinkRoutes.revokeManagementLink, { summary: 'Ends the management link of the account.' })
  @Calls(managementLinkMessages.revokeManagementLink)
  async revokeManagementLink(@Context() context: RequestContext): Promise<{ success: true }> {
    await this.services.call(managementLinkMessages.revokeManagementLink, {}, context);
    return { success: true };
  }

  @Route(managementLinkRoutes.useManagementLink, {
    summary: 'A session of the temporary account whose management link has this secret.',
  })
  @Calls(managementLinkMessages.useManagementLink)
  async useManagementLink(
    @Body() { secret }: BodyOf<typeof managementLinkRoutes.useManagementLink>,
    @Http() http: HttpCall,
  ): Promise<UseManagementLinkAnswer> {
    const session = await this.limits.countWrong(secretLimits, 'MANAGEMENT_LINK_INVALID', http, () =>
      this.services.call(managementLinkMessages.useManagementLink, { secret }, http.request.context),
    );
    return { success: true, session };
  }
}
