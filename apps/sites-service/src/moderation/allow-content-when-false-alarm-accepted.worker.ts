import { falseAlarmAccepted, type PayloadOf } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';

/** Allows a refused page to be published after a moderator accepted it. */
@WhenEvent(falseAlarmAccepted)
export class AllowContentWhenFalseAlarmAccepted implements HandlesEvent<typeof falseAlarmAccepted> {
  async handle({ hash }: PayloadOf<typeof falseAlarmAccepted>, { manager }: EventHandling): Promise<void> {
    await manager.query("INSERT INTO accepted_contents (hash) VALUES (decode($1, 'hex')) ON CONFLICT DO NOTHING", [
      hash,
    ]);
  }
}
