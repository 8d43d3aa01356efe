import {
  type AccountCaller,
  authMessages,
  type Handles,
  type RequestContext,
  type RequestOf,
  ServiceError,
} from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { TemporaryAccounts } from './accounts/temporary-accounts.js';
import { toUserAnswer } from './accounts/user-answer.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { Sessions } from './sessions/sessions.js';
import { SigningKeys } from './sessions/signing-keys.js';

type Request<Name extends keyof typeof authMessages> = RequestOf<(typeof authMessages)[Name]>;

@Controller()
export class AuthMessageController implements Handles<typeof authMessages> {
  constructor(
    private readonly temporaryAccounts: TemporaryAccounts,
    private readonly refreshing: RefreshSession,
    private readonly sessions: Sessions,
    private readonly signingKeys: SigningKeys,
  ) {}

  @HandleMessage(authMessages.createTemporaryAccount)
  createTemporaryAccount(request: Request<'createTemporaryAccount'>) {
    return this.temporaryAccounts.create(request);
  }

  @HandleMessage(authMessages.refreshSession)
  refreshSession({ refreshToken }: Request<'refreshSession'>) {
    return this.refreshing.refresh(refreshToken);
  }

  @HandleMessage(authMessages.getUser)
  async getUser(_request: Request<'getUser'>, context: RequestContext) {
    return toUserAnswer(await this.sessions.requireUser(accountOf(context)));
  }

  @HandleMessage(authMessages.signOut)
  async signOut({ scope }: Request<'signOut'>, context: RequestContext) {
    await this.sessions.signOut(accountOf(context), scope);
    return {};
  }

  @HandleMessage(authMessages.checkSession)
  async checkSession(request: Request<'checkSession'>) {
    return { state: await this.sessions.check(request) };
  }

  @HandleMessage(authMessages.getJwks)
  async getJwks() {
    return this.signingKeys.published;
  }
}

function accountOf({ caller }: RequestContext): AccountCaller {
  if (caller.role !== 'authenticated') throw new ServiceError('no_authorization');
  return caller;
}
