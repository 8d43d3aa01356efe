import { accountDeleted, type PayloadOf, siteDeleted } from '@haru/contracts';
import { noteDeletedAccount } from '@haru/database';
import { Outbox, WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';

/** An account may have very many sites, and an event should stay small. */
const SITES_PER_EVENT = 500;

type DeletedSites = PayloadOf<typeof siteDeleted>['sites'];

/**
 * Takes everything an account published away. The rows go at once, whether storage answers or not; what is in storage
 * follows through the events. Done again it finds nothing.
 */
@WhenEvent(accountDeleted)
export class RemoveSitesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  constructor(private readonly outbox: Outbox) {}

  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager, context }: EventHandling): Promise<void> {
    await noteDeletedAccount(manager, accountId);
    await manager.query('DELETE FROM banned_accounts WHERE user_id = $1', [accountId]);
    await manager.query('DELETE FROM idempotent_creates WHERE user_id = $1', [accountId]);
    const [deleted] = await manager.query<[DeletedSites, number]>(
      'DELETE FROM sites WHERE user_id = $1 RETURNING id, path',
      [accountId],
    );
    for (let at = 0; at < deleted.length; at += SITES_PER_EVENT) {
      const sites = deleted.slice(at, at + SITES_PER_EVENT);
      const aggregateId = sites[0]?.id ?? accountId;
      await this.outbox.publish(manager, siteDeleted, { sites }, { aggregateId, context });
    }
  }
}
