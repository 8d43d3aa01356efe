import { hash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import { type Counter, Counters } from './counters.js';
import { Inject, Injectable } from '@nestjs/common';
import { AUTH_CONFIG, type AuthServiceConfig } from '../config.js';

const HOUR = 3_600;
const DAY = 86_400;
/** Each budget has one key for the whole server. */
const ALL = 'all';

export type MailLimitConfig = Pick<
  AuthServiceConfig,
  | 'AUTH_MAIL_LIMIT'
  | 'AUTH_MAIL_LIMIT_RECOVERY'
  | 'AUTH_MAIL_LIMIT_UNKNOWN'
  | 'AUTH_MAIL_ADDRESS_HOURLY'
  | 'AUTH_MAIL_ADDRESS_DAILY'
>;

/**
 * The budget that a mail is counted on. `unknown` counts every address alike, so its limit may show in the answer. With
 * the others the answer must not show whether the address is known.
 */
export type MailCharge = { budget: 'unknown' } | { budget: 'recovery' | 'known'; isKnown: boolean };

export interface MailAllowance {
  /** The address is unknown and that budget is used up: the mail is not sent, but the answer is the same. */
  isHeld: boolean;
  /** Reverts the count if no mail was requested. */
  giveBack(): Promise<void>;
}

/** Limits of requested mails. Unknown addresses have a budget of their own, so that they cannot use up the others'. */
@Injectable()
export class MailLimits {
  private readonly budgets: Record<MailCharge['budget'], Counter>;
  private readonly hourly: Counter;
  private readonly daily: Counter;

  constructor(counters: Counters, @Inject(AUTH_CONFIG) config: MailLimitConfig) {
    const counter = (name: string, points: number, seconds: number) =>
      counters.counter({ name: `mails:${name}`, points, seconds });
    this.budgets = {
      recovery: counter('recovery', config.AUTH_MAIL_LIMIT_RECOVERY, HOUR),
      known: counter('known', config.AUTH_MAIL_LIMIT, HOUR),
      unknown: counter('unknown', config.AUTH_MAIL_LIMIT_UNKNOWN, HOUR),
    };
    this.hourly = counter('address:hour', config.AUTH_MAIL_ADDRESS_HOURLY, HOUR);
    this.daily = counter('address:day', config.AUTH_MAIL_ADDRESS_DAILY, DAY);
  }

  /**
   * Counts one request for a mail.
   * @param address where the mail goes; left out for callers with a session, who have limits of their own
   * @throws ServiceError over_email_send_rate_limit with the seconds until there may be more
   */
  async take(charge: MailCharge, address: string | undefined): Promise<MailAllowance> {
    const points = new TakenPoints();
    try {
      if (address !== undefined) await this.takeForAddress(points, address);
      const isHeld = await this.takeFromBudget(points, charge);
      return { isHeld, giveBack: () => points.giveBack() };
    } catch (refusal) {
      await points.giveBack();
      throw refusal;
    }
  }

  private async takeForAddress(points: TakenPoints, address: string): Promise<void> {
    const key = hash('sha256', address, 'base64url');
    const wait = (await points.take(this.hourly, key)) ?? (await points.take(this.daily, key));
    if (wait !== undefined) throw tooSoon(wait);
  }

  /** @returns whether the mail is held back */
  private async takeFromBudget(points: TakenPoints, charge: MailCharge): Promise<boolean> {
    const { unknown } = this.budgets;
    if (charge.budget === 'unknown') {
      refuseAfter(await points.take(unknown, ALL));
      return false;
    }
    const own = this.budgets[charge.budget];
    // Both budgets are read in either case: the time must not show whether there is an account.
    const [wait, unknownWait] = await Promise.all(
      charge.isKnown ? [points.take(own, ALL), unknown.look(ALL)] : [own.look(ALL), points.take(unknown, ALL)],
    );
    refuseAfter(wait);
    return !charge.isKnown && unknownWait !== undefined;
  }
}

/** What one request has counted so far. */
class TakenPoints {
  private readonly taken: { counter: Counter; key: string }[] = [];

  async take(counter: Counter, key: string): Promise<number | undefined> {
    const wait = await counter.take(key);
    if (wait === undefined) this.taken.push({ counter, key });
    return wait;
  }

  /** Does not fail, because its caller has an error to report. Without Redis the points expire by themselves. */
  async giveBack(): Promise<void> {
    await Promise.allSettled(this.taken.map(({ counter, key }) => counter.giveBack(key)));
  }
}

export function tooSoon(seconds: number): ServiceError {
  return new ServiceError('over_email_send_rate_limit', {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}

function refuseAfter(seconds: number | undefined): void {
  if (seconds === undefined) return;
  throw new ServiceError('over_email_send_rate_limit', {
    message: 'Email rate limit exceeded',
    retryAfterSeconds: seconds,
  });
}
