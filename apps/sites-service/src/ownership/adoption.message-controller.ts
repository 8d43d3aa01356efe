import { adoptionMessages, type Handles, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { AdoptSites } from './adopt-sites.js';

@Controller()
export class AdoptionMessageController implements Handles<typeof adoptionMessages> {
  constructor(private readonly adoption: AdoptSites) {}

  @HandleMessage(adoptionMessages.adoptSites)
  async adoptSites({ temporaryAccountId }: RequestOf<typeof adoptionMessages.adoptSites>, context: RequestContext) {
    return { moved: await this.adoption.adoptSites(temporaryAccountId.toLowerCase(), context) };
  }
}
