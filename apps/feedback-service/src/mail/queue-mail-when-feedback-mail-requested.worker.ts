import { feedbackMailRequested, type PayloadOf } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { MailQueue } from '@haru/mail';

/** The mail is retried for a day. A repeated event adds nothing. */
@WhenEvent(feedbackMailRequested)
export class QueueMailWhenFeedbackMailRequested implements RunsEffects<typeof feedbackMailRequested> {
  constructor(private readonly mails: MailQueue) {}

  async runEffects(requests: readonly PayloadOf<typeof feedbackMailRequested>[]): Promise<void> {
    await this.mails.add(requests.map(({ mailRequestId }) => mailRequestId));
  }
}
