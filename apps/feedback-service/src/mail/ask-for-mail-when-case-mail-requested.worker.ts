import { caseMailRequested, feedbackMailRequested, type PayloadOf } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, Outbox, WhenEvent } from '@haru/events';
import { MailRequest } from '../tables/mail-request.entity.js';

@WhenEvent(caseMailRequested)
export class AskForMailWhenCaseMailRequested implements HandlesEvent<typeof caseMailRequested> {
  constructor(private readonly outbox: Outbox) {}

  async handle({ mailId }: PayloadOf<typeof caseMailRequested>, { manager, context }: EventHandling): Promise<void> {
    await manager.insert(MailRequest, { id: mailId, kind: 'case' });
    const mail = { mailRequestId: mailId };
    await this.outbox.publish(manager, feedbackMailRequested, mail, { aggregateId: mailId, context });
  }
}
