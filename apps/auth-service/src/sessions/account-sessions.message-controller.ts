import { type Handles, type RequestContext, type RequestOf, sessionMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { accountOf } from '../input/account-of.js';
import { AccountSessions } from './account-sessions.js';

@Controller()
export class AccountSessionsMessageController implements Handles<typeof sessionMessages> {
  constructor(private readonly sessions: AccountSessions) {}

  @HandleMessage(sessionMessages.listSessions)
  async listSessions(_request: RequestOf<typeof sessionMessages.listSessions>, context: RequestContext) {
    return { sessions: await this.sessions.list(accountOf(context)) };
  }

  @HandleMessage(sessionMessages.endSession)
  async endSession({ sessionId }: RequestOf<typeof sessionMessages.endSession>, context: RequestContext) {
    await this.sessions.end(accountOf(context), sessionId);
    return {};
  }
}
