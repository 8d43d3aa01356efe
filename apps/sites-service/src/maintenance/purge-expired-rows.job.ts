import { limits } from '@haru/contracts';
import { purgeDeletedAccounts } from '@haru/database';
import { Every, purgeInbox, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';

/** A page may be published for an hour with an access token from before the registration. */
const CONFIRMED_KEPT_HOURS = 24;

const STATEMENTS = {
  reservations: `DELETE FROM reserved_paths WHERE reserved_until <= $1`,
  confirmations: `DELETE FROM confirmed_accounts
    WHERE confirmed_at < $1::timestamptz - make_interval(hours => ${CONFIRMED_KEPT_HOURS})`,
  keys: `DELETE FROM idempotent_creates
    WHERE created_at < $1::timestamptz - make_interval(hours => ${limits.idempotencyKeyHours})`,
  previews: `DELETE FROM previews WHERE expires_at <= $1`,
  // The reporters of cases that were closed long ago.
  addresses: `UPDATE case_reports SET email = NULL FROM cases
    WHERE cases.id = case_id AND email IS NOT NULL
      AND closed_at <= $1::timestamptz - make_interval(days => ${limits.caseAddressKeptDays})`,
  // The accounts without pages.
  storage: `DELETE FROM account_storage WHERE live_bytes = 0 AND stored_bytes = 0 AND $1::timestamptz IS NOT NULL`,
};

@Every({ seconds: 3_600, sliceSeconds: 60 })
export class PurgeExpiredRows implements ScheduledJob {
  constructor(private readonly dataSource: DataSource) {}

  async run(_stop?: AbortSignal, now = new Date()): Promise<object> {
    const purged: Record<string, number> = {
      inbox: await purgeInbox(this.dataSource),
      accounts: await purgeDeletedAccounts(this.dataSource),
    };
    for (const [name, statement] of Object.entries(STATEMENTS)) {
      const [, count] = await this.dataSource.query<[unknown[], number]>(statement, [now]);
      purged[name] = count;
    }
    return purged;
  }
}
