import { createHash, randomUUID } from 'node:crypto';
import { type MailKind, mailKinds, mailRequested, type RequestContext, ServiceError } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import { type MailCharge, MailLimits } from './mail-limits.js';
import { MailRequest, type Claim } from '../entities/mail-request.entity.js';
import { isTokenMail, kindsOfSlot, type TokenMailKind } from '../one-time-tokens/token-kinds.js';
import { AUTH_CONFIG, type AuthServiceConfig } from '../config.js';
import type { TokenSlot } from '../entities/one-time-token.entity.js';
import { Inject, Injectable } from '@nestjs/common';

/** Mails an hour to an address that accounts ask for without having it, whoever asks and however many do. */
const MAX_CLAIM_MAILS = 5;
const HOUR_MS = 3_600_000;

const tokenMailKinds = mailKinds.filter(isTokenMail);

export interface NewMailRequest {
  /** An account's id; for an unknown address a made-up one, so that both do the same work. */
  userId: string;
  kind: MailKind;
  address: string;
  redirectTo?: string | null | undefined;
  flowStateId?: string | null | undefined;
  claim?: Claim | null | undefined;
  /** Leaves the same rows, and sends nothing. */
  isHeld?: boolean | undefined;
}

/** Somebody asks for mails. */
export interface MailDemand {
  /** What the mails are of. */
  slots: readonly TokenSlot[];
  /** Whose interval counts: an address, or an account's id where only its owner can ask. */
  whom: string;
  /** Where the mail goes. */
  address: string;
  charge: MailCharge;
}

/** Asks the worker for mails, and holds people to the interval between two of a kind. */
@Injectable()
export class MailRequests {
  constructor(
    private readonly outbox: Outbox,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthServiceConfig, 'AUTH_MAIL_INTERVAL'>,
    @Inject(MailLimits) private readonly limits: Pick<MailLimits, 'take'>,
  ) {}

  /**
   * Checks the interval and the limits, once for each request. Not called for notices, which are always sent.
   * @returns whether the mails are to be held back, which the answer must not show
   * @throws ServiceError over_email_send_rate_limit
   */
  async admit(manager: EntityManager, demand: MailDemand, { caller }: RequestContext): Promise<{ isHeld: boolean }> {
    for (const slot of demand.slots) await this.keepInterval(manager, slot, demand.whom);
    if (caller.role === 'service_role') return { isHeld: false };
    return { isHeld: !(await this.limits.take(demand.charge, caller.role === 'anon' ? demand.address : undefined)) };
  }

  /** Leaves the request in the caller's transaction. */
  async request(manager: EntityManager, mail: NewMailRequest, context: RequestContext): Promise<void> {
    const id = randomUUID();
    const createdAt = new Date();
    await manager.insert(MailRequest, {
      id,
      userId: mail.userId,
      kind: mail.kind,
      address: mail.address,
      redirectTo: mail.redirectTo ?? null,
      flowStateId: mail.flowStateId ?? null,
      claim: mail.claim ?? null,
      createdAt,
      ...(mail.isHeld ? { outcome: 'void' as const, settledAt: createdAt } : {}),
    });
    await this.outbox.publish(
      manager,
      mailRequested,
      { mailRequestId: id, accountId: mail.userId, kind: mail.kind },
      { aggregateId: mail.userId, context },
    );
  }

  /**
   * Whether another mail about a change to this address may go out. Whoever asks is not told: it would show what
   * others ask for. Called after the interval of the address was noted, which makes askers wait for each other.
   */
  async hasRoomForClaim(manager: EntityManager, address: string): Promise<boolean> {
    // Requests about accounts that there are not send nothing, and use nothing up.
    const mail = { kind: 'email_change_new' as const, address, createdAt: MoreThan(new Date(Date.now() - HOUR_MS)) };
    const mailed = await manager.countBy(MailRequest, [
      { ...mail, outcome: IsNull() },
      { ...mail, outcome: Not('void' as const) },
    ]);
    return mailed < MAX_CLAIM_MAILS;
  }

  /** The claim of the sign-up that was mailed about last: a mail that is sent once more must not go back to another. */
  async lastClaim(manager: EntityManager, userId: string): Promise<Claim | null> {
    const [last] = await manager.find(MailRequest, {
      where: { userId, kind: In(kindsOfSlot('confirmation')) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    return last?.claim ?? null;
  }

  /** One of them has been confirmed: nothing is kept of what the others asked for. */
  async forgetClaims(manager: EntityManager, userId: string): Promise<void> {
    await manager.update(MailRequest, { userId, claim: Not(IsNull()) }, { claim: null });
  }

  /** Gives up the mails that would still carry a token of this account. Notices go out all the same. */
  async voidOpen(
    manager: EntityManager,
    userId: string,
    kinds: readonly TokenMailKind[] = tokenMailKinds,
  ): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET outcome = 'void', settled_at = now()
       WHERE user_id = $1 AND kind = ANY ($2) AND (outcome IS NULL OR outcome = 'failed')`,
      [userId, kinds],
    );
  }

  /**
   * Notes that a mail of this kind is asked for now.
   * @param whom an address, or an account's id where only its owner can ask. Known or not makes no difference.
   * @throws ServiceError over_email_send_rate_limit within the interval
   */
  private async keepInterval(manager: EntityManager, slot: TokenSlot, whom: string): Promise<void> {
    // The clock, not the transaction's start: it may have waited for one that asked later.
    const rows = await manager.query<unknown[]>(
      `INSERT INTO mail_intervals AS known (key_hash, requested_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (key_hash) DO UPDATE SET requested_at = clock_timestamp()
       WHERE known.requested_at <= clock_timestamp() - make_interval(secs => $2) RETURNING 1`,
      [keyOf(slot, whom), this.config.AUTH_MAIL_INTERVAL],
    );
    if (rows.length > 0) return;
    const [left] = await manager.query<{ seconds: number }[]>(
      `SELECT greatest(1, ceil($2 - extract(epoch FROM clock_timestamp() - requested_at)))::int AS seconds
       FROM mail_intervals WHERE key_hash = $1`,
      [keyOf(slot, whom), this.config.AUTH_MAIL_INTERVAL],
    );
    const seconds = left?.seconds ?? 1;
    throw new ServiceError('over_email_send_rate_limit', {
      message: `For security purposes, you can only request this after ${seconds} seconds.`,
      retryAfterSeconds: seconds,
    });
  }

  /** Whether no such notice has gone to the address within a day; notes that one goes now. */
  async isFirstOfDay(manager: EntityManager, kind: MailKind, address: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO mail_intervals AS known (key_hash, requested_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (key_hash) DO UPDATE SET requested_at = clock_timestamp()
       WHERE known.requested_at <= clock_timestamp() - interval '1 day' RETURNING 1`,
      [keyOf(kind, address)],
    );
    return rows.length > 0;
  }

  /** Notes it without refusing: who is held to the interval here is somebody else. */
  async noteMail(manager: EntityManager, slot: TokenSlot, whom: string): Promise<void> {
    await manager.query(
      `INSERT INTO mail_intervals (key_hash, requested_at) VALUES ($1, clock_timestamp())
       ON CONFLICT (key_hash) DO UPDATE SET requested_at = clock_timestamp()`,
      [keyOf(slot, whom)],
    );
  }

  /** Lets the next mail of this kind be asked for at once: the last one has done its work. */
  async forgetInterval(manager: EntityManager, slot: TokenSlot, whom: string): Promise<void> {
    await manager.query('DELETE FROM mail_intervals WHERE key_hash = $1', [keyOf(slot, whom)]);
  }
}

function keyOf(slot: TokenSlot | MailKind, whom: string): Buffer {
  return createHash('sha256').update(`${slot}\0${whom}`).digest();
}
