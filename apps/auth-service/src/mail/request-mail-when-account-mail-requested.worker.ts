import { randomUUID } from 'node:crypto';
import { accountMailRequested, type PayloadOf } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, Outbox, WhenEvent } from '@haru/events';
import { confirmedAddressOf } from '../tables/account/read-account.js';
import { requestMail } from './requests/request-mail.js';

/** Other services know accounts, not their addresses. */
@WhenEvent(accountMailRequested)
export class RequestMailWhenAccountMailRequested implements HandlesEvent<typeof accountMailRequested> {
  constructor(private readonly outbox: Outbox) {}

  async handle(
    { accountId: userId, kind, details }: PayloadOf<typeof accountMailRequested>,
    { manager, context }: EventHandling,
  ): Promise<void> {
    const address = await confirmedAddressOf(manager, userId);
    if (address === null) return;
    await requestMail(manager, this.outbox, { id: randomUUID(), userId, kind, address, details }, context);
  }
}
