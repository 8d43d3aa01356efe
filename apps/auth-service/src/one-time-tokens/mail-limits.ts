import { createHash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import type { Counter, Counters } from '../counters.js';

const HOUR = 3_600;
const DAY = 86_400;
/** Budgets are of the whole server, so each has one key. */
const ALL = 'all';

export interface MailLimitSettings {
  /** Mails an hour to recover accounts with a confirmed address. */
  recovery: number;
  /** Other mails an hour that accounts with a confirmed address ask for, or are asked to be sent. */
  known: number;
  /** Mails an hour to addresses that no account has confirmed. */
  unknown: number;
  /** Mails to one address that people without a session ask for. */
  perAddress: { hourly: number; daily: number };
}

/**
 * What a mail is counted on. `unknown` counts whatever the address is, so its limit may show in the answer. With the
 * others nobody may see whether the address is known.
 */
export type MailCharge = { budget: 'unknown' } | { budget: 'recovery' | 'known'; isKnown: boolean };

/** How many mails people may ask for. Strangers' addresses have a budget of their own: used up, it stops nobody else. */
export class MailLimits {
  private readonly budgets: Record<MailCharge['budget'], Counter>;
  private readonly hourly: Counter;
  private readonly daily: Counter;

  constructor(counters: Counters, { recovery, known, unknown, perAddress }: MailLimitSettings) {
    const budget = (name: MailCharge['budget'], points: number) =>
      counters.counter({ name: `mails:${name}`, points, seconds: HOUR });
    this.budgets = {
      recovery: budget('recovery', recovery),
      known: budget('known', known),
      unknown: budget('unknown', unknown),
    };
    this.hourly = counters.counter({ name: 'mails:address:hour', points: perAddress.hourly, seconds: HOUR });
    this.daily = counters.counter({ name: 'mails:address:day', points: perAddress.daily, seconds: DAY });
  }

  /**
   * Counts one request for a mail.
   * @param address where the mail goes; left out for callers with a session, who have limits of their own
   * @returns whether the mail goes out. False: it is about an unknown address and their budget is used up. The caller
   * answers as if it went out
   * @throws ServiceError over_email_send_rate_limit with the seconds until there may be more
   */
  async take(charge: MailCharge, address: string | undefined): Promise<boolean> {
    const key = address === undefined ? undefined : createHash('sha256').update(address).digest('base64url');
    if (key !== undefined) await this.takeForAddress(key);
    try {
      return await this.takeFromBudget(charge);
    } catch (refusal) {
      if (key !== undefined) await Promise.all([this.hourly.giveBack(key), this.daily.giveBack(key)]);
      throw refusal;
    }
  }

  private async takeForAddress(key: string): Promise<void> {
    const wait = (await this.hourly.take(key)) ?? (await this.daily.take(key));
    if (wait === undefined) return;
    throw new ServiceError('over_email_send_rate_limit', {
      message: `For security purposes, you can only request this after ${wait} seconds.`,
      retryAfterSeconds: wait,
    });
  }

  private async takeFromBudget(charge: MailCharge): Promise<boolean> {
    const { unknown } = this.budgets;
    if (charge.budget === 'unknown') {
      refuseAfter(await unknown.take(ALL));
      return true;
    }
    const own = this.budgets[charge.budget];
    // Both budgets are asked either way: the time must not tell who has an account.
    const [wait, unknownWait] = await Promise.all(
      charge.isKnown ? [own.take(ALL), unknown.look(ALL)] : [own.look(ALL), unknown.take(ALL)],
    );
    refuseAfter(wait);
    return charge.isKnown || unknownWait === undefined;
  }
}

function refuseAfter(seconds: number | undefined): void {
  if (seconds === undefined) return;
  throw new ServiceError('over_email_send_rate_limit', {
    message: 'Email rate limit exceeded',
    retryAfterSeconds: seconds,
  });
}
