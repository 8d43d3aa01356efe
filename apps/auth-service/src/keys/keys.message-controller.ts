import { type Handles, keyMessages, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { ApiKeys } from './api-keys.js';
import { CheckKey } from './check-key.js';
import { EditKeys } from './edit-keys.js';

type Payload<Name extends keyof typeof keyMessages> = RequestOf<(typeof keyMessages)[Name]>;

@Controller()
export class KeysMessageController implements Handles<typeof keyMessages> {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly editKeys: EditKeys,
    private readonly checking: CheckKey,
  ) {}

  @HandleMessage(keyMessages.createApiKey)
  createApiKey(request: Payload<'createApiKey'>, context: RequestContext) {
    return this.apiKeys.create(request, accountOf(context));
  }

  @HandleMessage(keyMessages.listApiKeys)
  async listApiKeys(_request: Payload<'listApiKeys'>, context: RequestContext) {
    return { apiKeys: await this.apiKeys.list(accountOf(context)) };
  }

  @HandleMessage(keyMessages.revokeApiKeys)
  async revokeApiKeys({ id }: Payload<'revokeApiKeys'>, context: RequestContext) {
    await this.apiKeys.revoke(accountOf(context), id);
    return {};
  }

  @HandleMessage(keyMessages.createEditKey)
  async createEditKey({ siteId }: Payload<'createEditKey'>, context: RequestContext) {
    return { key: await this.editKeys.create(accountOf(context), siteId) };
  }

  @HandleMessage(keyMessages.revokeEditKeys)
  async revokeEditKeys({ siteId }: Payload<'revokeEditKeys'>, context: RequestContext) {
    await this.editKeys.revoke(accountOf(context), siteId);
    return {};
  }

  @HandleMessage(keyMessages.endAdoptedKeys)
  async endAdoptedKeys({ temporaryAccountId }: Payload<'endAdoptedKeys'>, context: RequestContext) {
    await this.editKeys.endAdopted(accountOf(context), temporaryAccountId);
    return {};
  }

  @HandleMessage(keyMessages.checkKey)
  async checkKey(request: Payload<'checkKey'>) {
    return { key: await this.checking.check(request) };
  }
}
