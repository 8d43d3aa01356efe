import { mailRequested, type PayloadOf } from '@haru/contracts';
import { type HandlesEvent, WhenEvent } from '@haru/events';
import { MailQueue } from '@haru/mail';

/** Puts the mail on its queue, where it has a day to get out. Done again it changes nothing. */
@WhenEvent(mailRequested)
export class QueueMailWhenMailRequested implements HandlesEvent<typeof mailRequested> {
  constructor(private readonly mails: MailQueue) {}

  async handle({ mailRequestId }: PayloadOf<typeof mailRequested>): Promise<void> {
    await this.mails.add([mailRequestId]);
  }
}
