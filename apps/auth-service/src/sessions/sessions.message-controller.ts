import { type Handles, type RequestContext, type RequestOf, sessionMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { accountOf } from '../input/account-of.js';
import { AccountSessions } from './account-sessions.js';
import { RefreshSession } from './refresh-session.js';
import { Sessions } from './sessions.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { userAnswerOf } from './user-answer.js';

type Payload<Name extends keyof typeof sessionMessages> = RequestOf<(typeof sessionMessages)[Name]>;

@Controller()
export class SessionsMessageController implements Handles<typeof sessionMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly refreshing: RefreshSession,
    private readonly sessions: Sessions,
    private readonly ofAccount: AccountSessions,
    private readonly signingKeys: SigningKeys,
  ) {}

  @HandleMessage(sessionMessages.refreshSession)
  refreshSession({ refreshToken }: Payload<'refreshSession'>, context: RequestContext) {
    return this.refreshing.refresh(refreshToken, context);
  }

  @HandleMessage(sessionMessages.getUser)
  async getUser(_request: Payload<'getUser'>, context: RequestContext) {
    return userAnswerOf(this.dataSource.manager, await this.sessions.requireUser(accountOf(context)));
  }

  @HandleMessage(sessionMessages.signOut)
  async signOut({ scope }: Payload<'signOut'>, context: RequestContext) {
    await this.sessions.signOut(accountOf(context), scope);
    return {};
  }

  @HandleMessage(sessionMessages.checkSession)
  checkSession(request: Payload<'checkSession'>) {
    return this.sessions.check(request);
  }

  @HandleMessage(sessionMessages.getJwks)
  async getJwks() {
    return this.signingKeys.published;
  }

  @HandleMessage(sessionMessages.listSessions)
  async listSessions(_request: Payload<'listSessions'>, context: RequestContext) {
    return { sessions: await this.ofAccount.list(accountOf(context)) };
  }

  @HandleMessage(sessionMessages.endSession)
  async endSession({ sessionId }: Payload<'endSession'>, context: RequestContext) {
    await this.ofAccount.end(accountOf(context), sessionId);
    return {};
  }
}
