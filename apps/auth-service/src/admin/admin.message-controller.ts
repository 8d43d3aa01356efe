import { adminMessages, type Handles, type RequestContext, type RequestOf, ServiceError } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { factorsOf, toFactorAnswer } from '../sessions/factor-answer.js';
import { RemoveFactor } from '../factors/remove-factor.js';
import { AdminAccounts } from './admin-accounts.js';
import { AdminLinks } from './admin-links.js';
import { ChangeAccount } from './change-account.js';

type Payload<Name extends keyof typeof adminMessages> = RequestOf<(typeof adminMessages)[Name]>;

@Controller()
export class AdminMessageController implements Handles<typeof adminMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AdminAccounts,
    private readonly changing: ChangeAccount,
    private readonly links: AdminLinks,
    private readonly removing: RemoveFactor,
  ) {}

  @HandleMessage(adminMessages.adminListUsers)
  async adminListUsers(request: Payload<'adminListUsers'>, context: RequestContext) {
    requireService(context);
    return this.accounts.list(request);
  }

  @HandleMessage(adminMessages.adminCreateUser)
  async adminCreateUser(request: Payload<'adminCreateUser'>, context: RequestContext) {
    requireService(context);
    return this.accounts.create(request);
  }

  @HandleMessage(adminMessages.adminGetUser)
  async adminGetUser({ accountId }: Payload<'adminGetUser'>, context: RequestContext) {
    requireService(context);
    return this.accounts.get(accountId);
  }

  @HandleMessage(adminMessages.adminUpdateUser)
  async adminUpdateUser({ accountId, changes }: Payload<'adminUpdateUser'>, context: RequestContext) {
    requireService(context);
    return this.changing.change(accountId, changes, context);
  }

  @HandleMessage(adminMessages.adminDeleteUser)
  async adminDeleteUser({ accountId, softly }: Payload<'adminDeleteUser'>, context: RequestContext) {
    requireService(context);
    await this.accounts.delete(accountId, softly, context);
    return {};
  }

  @HandleMessage(adminMessages.adminListFactors)
  async adminListFactors({ accountId }: Payload<'adminListFactors'>, context: RequestContext) {
    requireService(context);
    const user = await this.accounts.find(accountId);
    return (await factorsOf(this.dataSource.manager, user.id)).map(toFactorAnswer);
  }

  @HandleMessage(adminMessages.adminDeleteFactor)
  async adminDeleteFactor({ accountId, factorId }: Payload<'adminDeleteFactor'>, context: RequestContext) {
    requireService(context);
    const user = await this.accounts.find(accountId);
    return toFactorAnswer(await this.removing.remove(user, factorId, context));
  }

  @HandleMessage(adminMessages.adminGenerateLink)
  async adminGenerateLink(request: Payload<'adminGenerateLink'>, context: RequestContext) {
    requireService(context);
    return this.links.generate(request);
  }

  @HandleMessage(adminMessages.adminInviteUser)
  async adminInviteUser(request: Payload<'adminInviteUser'>, context: RequestContext) {
    requireService(context);
    return this.links.invite(request, context);
  }
}

function requireService({ caller }: RequestContext): void {
  if (caller.role !== 'service_role') throw new ServiceError('not_admin');
}
