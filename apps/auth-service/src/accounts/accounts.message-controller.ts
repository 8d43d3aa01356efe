import { accountMessages, type Handles, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { DeleteAccount } from './delete-account.js';
import { Identities } from './identities.js';
import { UpdateUser } from './update-user.js';

type Payload<Name extends keyof typeof accountMessages> = RequestOf<(typeof accountMessages)[Name]>;

@Controller()
export class AccountsMessageController implements Handles<typeof accountMessages> {
  constructor(
    private readonly updating: UpdateUser,
    private readonly identities: Identities,
    private readonly deleting: DeleteAccount,
  ) {}

  @HandleMessage(accountMessages.updateUser)
  updateUser(request: Payload<'updateUser'>, context: RequestContext) {
    return this.updating.update(request, accountOf(context), context);
  }

  @HandleMessage(accountMessages.unlinkIdentity)
  async unlinkIdentity({ identityId }: Payload<'unlinkIdentity'>, context: RequestContext) {
    await this.identities.unlink(identityId, accountOf(context));
    return {};
  }

  @HandleMessage(accountMessages.linkIdentity)
  linkIdentity({ provider }: Payload<'linkIdentity'>, context: RequestContext) {
    return this.identities.link(provider, accountOf(context));
  }

  @HandleMessage(accountMessages.deleteAccount)
  async deleteAccount(_request: Payload<'deleteAccount'>, context: RequestContext) {
    await this.deleting.delete(accountOf(context), context);
    return {};
  }
}
