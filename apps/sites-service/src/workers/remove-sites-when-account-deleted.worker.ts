import { accountDeleted, type PayloadOf } from '@haru/contracts';
import { WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { lockAccount } from './account-lock.js';

/** Takes everything an account published away, from the database and from storage. Done again it finds nothing. */
@WhenEvent(accountDeleted)
export class RemoveSitesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  constructor(private readonly storage: HtmlStorage) {}

  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId, 'alone');
    await manager.query('INSERT INTO deleted_accounts (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
    await manager.query('DELETE FROM banned_accounts WHERE user_id = $1', [accountId]);
    await manager.query('DELETE FROM idempotent_creates WHERE user_id = $1', [accountId]);
    const sites = await manager.query<{ id: string }[]>('SELECT id FROM sites WHERE user_id = $1 FOR UPDATE', [
      accountId,
    ]);
    // Files first: should this fail half-way, the rows are still there for the next try to go by.
    for (const { id } of sites) await this.storage.removeAllOf(id);
    await manager.query('DELETE FROM sites WHERE user_id = $1', [accountId]);
  }
}
