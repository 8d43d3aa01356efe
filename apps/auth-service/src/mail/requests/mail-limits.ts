import { hash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import { type Counter, Counters } from './counters.js';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';

const HOUR = 3_600;
const DAY = 86_400;
/** Each budget has one key for the whole server. */
const ALL = 'all';

/**
 * A mail is counted on this budget. `unknown` counts every address alike, so its limit may show in the answer. With the
 * others the answer must not show whether the address is known.
 */
export type MailCharge = { budget: 'unknown' } | { budget: 'recovery' | 'known'; isKnown: boolean };

/**
 * States whose request a mail to an address is. `own`: the account has confirmed the address and has limits of its own
 * that nobody else can use up. `access`: anybody recovers or signs in. `other`: every other kind.
 */
type AddressBudget = 'own' | 'access' | 'other';

export interface MailTaken {
  charge: MailCharge;
  address: string;
  addressBudget: AddressBudget;
  /** Over the address's budget the mail is held back, not refused: the answer must not show what others asked for. */
  isSilent?: boolean;
}

interface MailAllowance {
  /** A budget is used up that the answer must not show: the mail is not sent, but the answer is the same. */
  isHeld: boolean;
  /** Reverts the count if no mail was requested. */
  giveBack(): Promise<void>;
}

/** Limits of requested mails. Unknown addresses have a budget of their own, so that they cannot use up the others'. */
@Injectable()
export class MailLimits {
  private readonly budgets: Record<MailCharge['budget'], Counter>;
  private readonly addresses: Record<Exclude<AddressBudget, 'own'>, readonly Counter[]>;

  constructor(
    counters: Counters,
    @Setting('AUTH_MAIL_LIMIT_RECOVERY') mailLimitRecovery: number,
    @Setting('AUTH_MAIL_LIMIT') mailLimit: number,
    @Setting('AUTH_MAIL_LIMIT_UNKNOWN') mailLimitUnknown: number,
    @Setting('AUTH_MAIL_ADDRESS_HOURLY') mailAddressHourly: number,
    @Setting('AUTH_MAIL_ADDRESS_DAILY') mailAddressDaily: number,
  ) {
    const counter = (name: string, points: number, seconds: number) =>
      counters.counter({ name: `mails:${name}`, points, seconds });
    this.budgets = {
      recovery: counter('recovery', mailLimitRecovery, HOUR),
      known: counter('known', mailLimit, HOUR),
      unknown: counter('unknown', mailLimitUnknown, HOUR),
    };
    const ofAddress = (budget: AddressBudget) => [
      counter(`address:hour:${budget}`, mailAddressHourly, HOUR),
      counter(`address:day:${budget}`, mailAddressDaily, DAY),
    ];
    this.addresses = { access: ofAddress('access'), other: ofAddress('other') };
  }

  /**
   * Counts one request for a mail.
   * @throws ServiceError over_email_send_rate_limit with the seconds until there may be more
   */
  async take({ charge, address, addressBudget, isSilent }: MailTaken): Promise<MailAllowance> {
    const points = new TakenPoints();
    try {
      const wait = addressBudget === 'own' ? undefined : await this.takeForAddress(points, address, addressBudget);
      if (wait !== undefined && !isSilent) throw tooSoon(wait);
      const isHeld = await this.takeFromBudget(points, charge);
      return { isHeld: isHeld || wait !== undefined, giveBack: () => points.giveBack() };
    } catch (refusal) {
      await points.giveBack();
      throw refusal;
    }
  }

  /** Counts a mail that nobody asks for with a request. @returns the seconds until it may be sent; undefined: it may */
  async takeForNotice(address: string): Promise<number | undefined> {
    const points = new TakenPoints();
    const wait = await this.takeForAddress(points, address, 'other');
    if (wait !== undefined) await points.giveBack();
    return wait;
  }

  private async takeForAddress(
    points: TakenPoints,
    address: string,
    budget: Exclude<AddressBudget, 'own'>,
  ): Promise<number | undefined> {
    const key = hash('sha256', address, 'base64url');
    for (const counter of this.addresses[budget]) {
      const wait = await points.take(counter, key);
      if (wait !== undefined) return wait;
    }
    return undefined;
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
      charge.isKnown ? [points.take(own, ALL), unknown.peek(ALL)] : [own.peek(ALL), points.take(unknown, ALL)],
    );
    refuseAfter(wait);
    return !charge.isKnown && unknownWait !== undefined;
  }
}

/** Remembers what one request has counted so far. */
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
