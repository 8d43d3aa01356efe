import { feedbackMailRequested, type PayloadOf, reportReceived } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, Outbox, WhenEvent } from '@haru/events';
import { askForDigest } from '../mail/operator-digests.js';

/** Whether there is somebody to tell. */
export class OperatorMail {
  constructor(readonly isWanted: boolean) {}
}

/** Sees to it that the operators are told, together with whatever else comes before their next mail. */
@WhenEvent(reportReceived)
export class AskForDigestWhenReportReceived implements HandlesEvent<typeof reportReceived> {
  constructor(
    private readonly operators: OperatorMail,
    private readonly outbox: Outbox,
  ) {}

  async handle(_report: PayloadOf<typeof reportReceived>, { manager, context }: EventHandling): Promise<void> {
    if (!this.operators.isWanted) return;
    const mailRequestId = await askForDigest(manager);
    if (mailRequestId === undefined) return;
    // By event, not at once: the queue would be faster than this transaction and find no such mail.
    await this.outbox.publish(
      manager,
      feedbackMailRequested,
      { mailRequestId },
      { aggregateId: mailRequestId, context },
    );
  }
}
