import { type SessionCaller, type RequestContext, ServiceError } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { DataSource } from 'typeorm';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Sessions } from '../sessions/sessions.js';
import { requiresMfa } from '../sessions/second-factor.js';
import { removeAccount } from './account-events.js';
import { Injectable } from '@nestjs/common';

@Injectable()
export class DeleteAccount {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly outbox: Outbox,
    private readonly endedSessions: EndedSessions,
  ) {}

  /**
   * The account's sessions end with it; its sites are deleted when sites-service handles the event.
   * @throws ServiceError insufficient_aal if the account has a second factor that this session did not show
   */
  async delete(caller: SessionCaller, context: RequestContext): Promise<void> {
    const { id } = await this.sessions.requireUser(caller);
    if (await requiresMfa(this.dataSource.manager, caller)) {
      throw new ServiceError('insufficient_aal', {
        status: 403,
        message: 'AAL2 session is required to delete an account when MFA is enabled',
      });
    }
    const ended = await this.dataSource.transaction((manager) => removeAccount(manager, this.outbox, id, context));
    await this.endedSessions.announce(ended);
  }
}
