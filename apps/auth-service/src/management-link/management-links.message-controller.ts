import { type Handles, managementLinkMessages, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { ManagementLinks } from './management-links.js';

type Payload<Name extends keyof typeof managementLinkMessages> = RequestOf<(typeof managementLinkMessages)[Name]>;

@Controller()
export class ManagementLinksMessageController implements Handles<typeof managementLinkMessages> {
  constructor(private readonly links: ManagementLinks) {}

  @HandleMessage(managementLinkMessages.createManagementLink)
  createManagementLink(_request: Payload<'createManagementLink'>, context: RequestContext) {
    return this.links.create(accountOf(context));
  }

  @HandleMessage(managementLinkMessages.revokeManagementLink)
  async revokeManagementLink(_request: Payload<'revokeManagementLink'>, context: RequestContext) {
    await this.links.revoke(accountOf(context));
    return {};
  }

  @HandleMessage(managementLinkMessages.getManagementLink)
  getManagementLink(_request: Payload<'getManagementLink'>, context: RequestContext) {
    return this.links.get(accountOf(context));
  }

  @HandleMessage(managementLinkMessages.useManagementLink)
  useManagementLink({ secret }: Payload<'useManagementLink'>, context: RequestContext) {
    return this.links.use(secret, context);
  }
}
