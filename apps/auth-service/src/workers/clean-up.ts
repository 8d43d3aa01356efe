import { randomUUID } from 'node:crypto';
import { limits, type RequestContext, siteInternalMessages } from '@haru/contracts';
import { Outbox, purgeInbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import { DataSource } from 'typeorm';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Inject, Injectable } from '@nestjs/common';
import { AUTH_CONFIG, type AuthWorkerConfig } from '../config.js';
import { removeAccount } from '../accounts/account-events.js';

export type CleanUpConfig = Pick<
  AuthWorkerConfig,
  'AUTH_TEMPORARY_ACCOUNT_DAYS' | 'AUTH_SESSIONS_TIMEBOX' | 'AUTH_SESSIONS_INACTIVITY_TIMEOUT'
>;

export interface CleanedUp {
  accounts: number;
  sessions: number;
  rows: number;
}

/** Accounts per message to sites-service. */
const BATCH = 500;

/** Each table has a statement of its own, so that none runs long. */
const expiredRows = [
  'DELETE FROM one_time_tokens WHERE expires_at < now()',
  // A link lives for an hour and its code for five minutes more.
  "DELETE FROM flow_states WHERE created_at < now() - interval '2 hours'",
  "DELETE FROM mail_intervals WHERE requested_at < now() - interval '1 day'",
  "DELETE FROM mail_requests WHERE settled_at < now() - interval '30 days'",
  'DELETE FROM used_sign_in_messages WHERE expires_at < now()',
  'DELETE FROM factor_challenges WHERE expires_at < now()',
  "DELETE FROM factors WHERE status = 'unverified' AND created_at < now() - interval '5 minutes'",
  `DELETE FROM account_requests WHERE created_at < now() - interval '${limits.idempotencyKeyHours} hours'`,
];

/** Not used since the given time: no sign-out and no refresh of a session. */
const idle = `is_anonymous AND last_active_at < $1
  AND NOT EXISTS (SELECT FROM sessions WHERE sessions.user_id = users.id AND sessions.refreshed_at >= $1)`;

/** Deletes expired rows and unused temporary accounts. Two concurrent runs do no harm. */
@Injectable()
export class CleanUp {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly services: RequestClient,
    private readonly endedSessions: EndedSessions,
    @Inject(AUTH_CONFIG) private readonly config: CleanUpConfig,
  ) {}

  async run(): Promise<CleanedUp> {
    const sessions = await this.endExpiredSessions();
    let rows = await purgeInbox(this.dataSource);
    for (const statement of expiredRows) {
      const [, count] = await this.dataSource.query<[unknown[], number]>(statement);
      rows += count;
    }
    return { accounts: await this.removeIdleAccounts(), sessions, rows };
  }

  private async endExpiredSessions(): Promise<number> {
    const { AUTH_SESSIONS_TIMEBOX: timebox, AUTH_SESSIONS_INACTIVITY_TIMEOUT: inactivity } = this.config;
    const [ended] = await this.dataSource.query<[{ id: string }[], number]>(
      `DELETE FROM sessions
       WHERE ($1 > 0 AND created_at < now() - make_interval(secs => $1))
          OR ($2 > 0 AND refreshed_at < now() - make_interval(secs => $2)) RETURNING id`,
      [timebox, inactivity],
    );
    await this.endedSessions.announce(ended.map(({ id }) => id));
    return ended.length;
  }

  private async removeIdleAccounts(): Promise<number> {
    const before = new Date(Date.now() - this.config.AUTH_TEMPORARY_ACCOUNT_DAYS * 86_400_000);
    const context: RequestContext = { requestId: randomUUID(), caller: { role: 'service_role' } };
    let removed = 0;
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await this.dataSource.query<{ id: string }[]>(
        `SELECT id FROM users WHERE ${idle} AND id > $2 ORDER BY id LIMIT ${BATCH}`,
        [before, after],
      );
      const last = rows.at(-1);
      if (!last) return removed;
      after = last.id;
      const accountIds = rows.map(({ id }) => id);
      const reply = await this.services.call(siteInternalMessages.findOwnersOfLiveSites, { accountIds }, context);
      const owners = new Set(reply.accountIds);
      for (const id of accountIds) {
        if (!owners.has(id) && (await this.removeIfStillIdle(id, before, context))) removed += 1;
      }
    }
  }

  /** Keeps an account that was used meanwhile; publishing needs a session, so it counts as use. */
  private async removeIfStillIdle(id: string, before: Date, context: RequestContext): Promise<boolean> {
    const ended = await this.dataSource.transaction(async (manager) => {
      const found = await manager.query<unknown[]>(`SELECT FROM users WHERE id = $2 AND ${idle} FOR UPDATE`, [
        before,
        id,
      ]);
      return found.length === 0 ? undefined : removeAccount(manager, this.outbox, id, context);
    });
    if (ended === undefined) return false;
    await this.endedSessions.announce(ended);
    return true;
  }
}
