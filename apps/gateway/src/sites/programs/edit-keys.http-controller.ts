import {
  agentUrl,
  keyMessages,
  keyRoutes,
  type NewEditKeyAnswer,
  type RequestContext,
  versionMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller } from '@nestjs/common';
import { Context } from '../../access/access.js';
import { Setting } from '../../settings.js';
import { UuidParam } from '../../http/uuid-param.js';
import { Calls } from '../../open-api/documented.js';
import { type BodyOf, Route } from '../../open-api/route.js';
import { RateLimit } from '../../rate-limits/rate-limit.guard.js';

/** A person gives an assistant an edit key, which opens one page. */
@Controller()
export class EditKeysHttpController {
  constructor(
    private readonly services: RequestClient,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  @Route(keyRoutes.createEditKey, {
    summary: 'Makes an edit key of an own page, and the address at which an assistant reads how to use it.',
  })
  @RateLimit('publish')
  @Calls(versionMessages.listVersions, keyMessages.createEditKey)
  async createEditKey(
    @Body() { id }: BodyOf<typeof keyRoutes.createEditKey>,
    @Context() context: RequestContext,
  ): Promise<NewEditKeyAnswer> {
    const siteId = id.toLowerCase();
    // This call refuses the page of another account.
    await this.services.call(versionMessages.listVersions, { id: siteId, limit: 1 }, context);
    const { key } = await this.services.call(keyMessages.createEditKey, { siteId }, context);
    return { success: true, edit_key: key, agent_url: agentUrl(this.origin, key) };
  }

  @Route(keyRoutes.revokeEditKeys, { summary: 'Ends the edit keys of an own page.' })
  @Calls(keyMessages.revokeEditKeys)
  async revokeEditKeys(
    @UuidParam('siteId') siteId: string,
    @Context() context: RequestContext,
  ): Promise<{ success: true }> {
    await this.services.call(keyMessages.revokeEditKeys, { siteId }, context);
    return { success: true };
  }
}
