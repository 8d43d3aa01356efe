import { hash } from 'node:crypto';
import type { MailKind } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Setting } from '../../settings.js';
import { MailInterval } from '../../tables/mail/mail-interval.entity.js';
import type { TokenSlot } from '../../tables/mail/one-time-token.entity.js';
import { tooSoon } from './mail-limits.js';

const DAY = 86_400;

export interface IntervalOf {
  /** These are the kinds of the mails. */
  slots: readonly TokenSlot[];
  /** The interval applies to an address, or to an account's id if only its owner can ask. */
  whom: string;
}

/** Enforces the time between two mails of one kind. */
@Injectable()
export class MailIntervals {
  constructor(@Setting('AUTH_MAIL_INTERVAL') private readonly mailInterval: number) {}

  /** Reads without noting anything. @throws ServiceError over_email_send_rate_limit within the interval */
  async check(manager: EntityManager, { slots, whom }: IntervalOf): Promise<void> {
    const [left] = await manager.query<{ seconds: number | null }[]>(
      `SELECT ceil($2 - extract(epoch FROM clock_timestamp() - max(requested_at)))::int AS seconds
       FROM mail_intervals WHERE key_hash = ANY ($1)`,
      [slots.map((slot) => keyOf(slot, whom)), this.mailInterval],
    );
    if (left?.seconds && left.seconds > 0) throw tooSoon(left.seconds);
  }

  /** Notes that mails are requested now. @throws ServiceError over_email_send_rate_limit within the interval */
  async enforce(manager: EntityManager, { slots, whom }: IntervalOf): Promise<void> {
    for (const slot of slots) {
      if (await noteAfter(manager, keyOf(slot, whom), this.mailInterval)) continue;
      await this.check(manager, { slots: [slot], whom });
      throw tooSoon(1);
    }
  }

  /** Notes the request without refusing it, if another interval applies. */
  async note(manager: EntityManager, slot: TokenSlot, whom: string): Promise<void> {
    await noteAfter(manager, keyOf(slot, whom), 0);
  }

  /** Allows the next mail of this kind immediately. */
  async forget(manager: EntityManager, slot: TokenSlot, whom: string): Promise<void> {
    await manager.delete(MailInterval, { keyHash: keyOf(slot, whom) });
  }

  /** Tells whether no such notice has gone to the address within a day, and notes that one goes now. */
  isFirstOfDay(manager: EntityManager, kind: MailKind, address: string): Promise<boolean> {
    return noteAfter(manager, keyOf(kind, address), DAY);
  }
}

/** @returns false, and notes nothing, if it was noted less than so many seconds ago */
async function noteAfter(manager: EntityManager, keyHash: Buffer, seconds: number): Promise<boolean> {
  // The start of the transaction will not do, because it may have waited for a later request.
  const rows = await manager.query<unknown[]>(
    `INSERT INTO mail_intervals AS known (key_hash, requested_at) VALUES ($1, clock_timestamp())
     ON CONFLICT (key_hash) DO UPDATE SET requested_at = clock_timestamp()
     WHERE $2 = 0 OR known.requested_at <= clock_timestamp() - make_interval(secs => $2) RETURNING 1`,
    [keyHash, seconds],
  );
  return rows.length > 0;
}

function keyOf(slot: TokenSlot | MailKind, whom: string): Buffer {
  return hash('sha256', `${slot}\0${whom}`, 'buffer');
}
