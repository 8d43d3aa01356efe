import { adminActed, type PayloadOf } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { writeAuditEntry } from './write-audit-entry.js';

/** The inbox drops repeated deliveries. */
@WhenEvent(adminActed)
export class WriteAuditEntryWhenAdminActed implements HandlesEvent<typeof adminActed> {
  async handle(act: PayloadOf<typeof adminActed>, { manager }: EventHandling): Promise<void> {
    await writeAuditEntry(manager, act);
  }
}
