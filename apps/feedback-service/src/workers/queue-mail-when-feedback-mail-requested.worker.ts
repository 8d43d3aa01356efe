import { feedbackMailRequested, type PayloadOf } from '@haru/contracts';
import { type HandlesEvent, WhenEvent } from '@haru/events';
import { MailQueue } from '@haru/mail';

/** Puts the mail on its queue, where it has a day to get out. Done again it changes nothing. */
@WhenEvent(feedbackMailRequested)
export class QueueMailWhenFeedbackMailRequested implements HandlesEvent<typeof feedbackMailRequested> {
  constructor(private readonly mails: MailQueue) {}

  async handle({ mailRequestId }: PayloadOf<typeof feedbackMailRequested>): Promise<void> {
    await this.mails.add([mailRequestId]);
  }
}
