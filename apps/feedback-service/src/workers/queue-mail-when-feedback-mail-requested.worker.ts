import { feedbackMailRequested, type PayloadOf } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { MailQueue } from '@haru/mail';

/** Puts the mail on its queue, where it has a day to get out. Done again it changes nothing. */
@WhenEvent(feedbackMailRequested)
export class QueueMailWhenFeedbackMailRequested implements RunsEffects<typeof feedbackMailRequested> {
  constructor(private readonly mails: MailQueue) {}

  async runEffects(requests: readonly PayloadOf<typeof feedbackMailRequested>[]): Promise<void> {
    await this.mails.add(requests.map(({ mailRequestId }) => mailRequestId));
  }
}
