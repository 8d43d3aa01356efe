import { authMessages, type Handles, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TemporaryAccounts } from './sign-in/temporary-accounts.js';
import { userAnswerOf } from './sessions/user-answer.js';
import { accountOf } from './input/account-of.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { Sessions } from './sessions/sessions.js';
import { SigningKeys } from './sessions/tokens/signing-keys.js';

type Request<Name extends keyof typeof authMessages> = RequestOf<(typeof authMessages)[Name]>;

@Controller()
export class AuthMessageController implements Handles<typeof authMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly temporaryAccounts: TemporaryAccounts,
    private readonly refreshing: RefreshSession,
    private readonly sessions: Sessions,
    private readonly signingKeys: SigningKeys,
  ) {}

  @HandleMessage(authMessages.createTemporaryAccount)
  createTemporaryAccount(request: Request<'createTemporaryAccount'>, context: RequestContext) {
    return this.temporaryAccounts.create(request, context);
  }

  @HandleMessage(authMessages.refreshSession)
  refreshSession({ refreshToken }: Request<'refreshSession'>, context: RequestContext) {
    return this.refreshing.refresh(refreshToken, context);
  }

  @HandleMessage(authMessages.getUser)
  async getUser(_request: Request<'getUser'>, context: RequestContext) {
    return userAnswerOf(this.dataSource.manager, await this.sessions.requireUser(accountOf(context)));
  }

  @HandleMessage(authMessages.signOut)
  async signOut({ scope }: Request<'signOut'>, context: RequestContext) {
    await this.sessions.signOut(accountOf(context), scope);
    return {};
  }

  @HandleMessage(authMessages.checkSession)
  checkSession(request: Request<'checkSession'>) {
    return this.sessions.check(request);
  }

  @HandleMessage(authMessages.getJwks)
  async getJwks() {
    return this.signingKeys.published;
  }
}
