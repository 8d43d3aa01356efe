import { feedbackMailRequested, type PayloadOf, reportReceived } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, Outbox, WhenEvent } from '@haru/events';
import { Optional } from '@nestjs/common';
import { Setting } from '../settings.js';
import { askForDigest } from './digest.mail.js';

/** Requests a digest for the operators with this report and all that arrive before their next mail. */
@WhenEvent(reportReceived)
export class AskForDigestWhenReportReceived implements HandlesEvent<typeof reportReceived> {
  constructor(
    private readonly outbox: Outbox,
    @Optional() @Setting('OPERATOR_EMAIL') private readonly operatorEmail: string | undefined,
  ) {}

  async handle(_report: PayloadOf<typeof reportReceived>, { manager, context }: EventHandling): Promise<void> {
    if (this.operatorEmail === undefined) return;
    const mailRequestId = await askForDigest(manager);
    if (mailRequestId === undefined) return;
    // An event is used: a job of the queue could start before this transaction is committed, and find no such mail.
    await this.outbox.publish(
      manager,
      feedbackMailRequested,
      { mailRequestId },
      { aggregateId: mailRequestId, context },
    );
  }
}
