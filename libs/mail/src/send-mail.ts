import { setTimeout as pause } from 'node:timers/promises';
import { advisoryLocks, isDatabaseUnavailable } from '@haru/database';
import { inTransactionScope } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { UnrecoverableError } from 'bullmq';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { isRefusedForGood, MailTransport, type OutgoingMail } from './smtp.js';

type MailOutcome = 'sent' | 'void' | 'refused' | 'failed';

/** Composes the mails of one service. */
export abstract class MailComposer<Fetched = unknown> {
  /** Other services supply this data before the transaction of `compose`, at each attempt. */
  fetch(_mailRequestId: string): Promise<Fetched | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Composes the mail of a request, in a transaction that is committed before the mail leaves: its link must work by
   * the time it arrives. Undefined: there is nothing to send. A date: it should be requested again then, not before.
   */
  abstract compose(
    manager: EntityManager,
    mailRequestId: string,
    fetched: Fetched | undefined,
  ): Promise<OutgoingMail | Date | undefined>;
}

/** This is the pause before the next attempt to mark a mail as sent, in milliseconds. */
const MARK_AGAIN_MS = 200;

/** Another worker is sending this mail, though its queue considered that worker dead. */
class AlreadyBeingSent extends Error {
  override readonly name = 'AlreadyBeingSent';
}

/** Sends the mails that rows of `mail_requests` ask for, each once. */
@Injectable()
export class SendMail {
  /** The server accepted these mails, whose rows do not say so yet. */
  private readonly accepted = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly transport: MailTransport,
    private readonly composer: MailComposer,
  ) {}

  /**
   * Does nothing for a mail that is settled. Once the server has accepted the mail, only the mark is left to write, and
   * it is tried until the database takes it. Only if the process ends in between is the mail sent a second time.
   * @param stop ends the waiting for the database
   * @returns when to call again, for a mail that is not due yet
   * @throws UnrecoverableError when the server refused it for good; anything else is worth another attempt
   */
  async send(mailRequestId: string, stop?: AbortSignal): Promise<Date | undefined> {
    if (!this.accepted.has(mailRequestId)) {
      try {
        return await this.sendOnce(mailRequestId);
      } catch (error) {
        if (!this.accepted.has(mailRequestId) || !isDatabaseUnavailable(error)) throw error;
      }
    }
    await this.markSent(mailRequestId, stop);
    return undefined;
  }

  /** Marks a mail as given up, after its last attempt. */
  async giveUp(mailRequestId: string): Promise<void> {
    await this.settle(this.dataSource.manager.query.bind(this.dataSource.manager), mailRequestId, 'failed');
  }

  private async sendOnce(mailRequestId: string): Promise<Date | undefined> {
    const runner = this.dataSource.createQueryRunner();
    await runner.connect();
    try {
      await this.lock(runner, mailRequestId);
      try {
        return await this.sendLocked(runner, mailRequestId);
      } finally {
        await runner.query('SELECT pg_advisory_unlock(hashtextextended($1, $2))', [mailRequestId, advisoryLocks.mail]);
      }
    } finally {
      await runner.release();
    }
  }

  private async markSent(mailRequestId: string, stop?: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    for (;;) {
      try {
        await this.settle(manager.query.bind(manager), mailRequestId, 'sent');
        break;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
      }
      await pause(MARK_AGAIN_MS, undefined, { signal: stop });
    }
    this.accepted.delete(mailRequestId);
  }

  /** The connection holds the lock, so it is free again as soon as the process has ended. */
  private async lock(runner: QueryRunner, mailRequestId: string): Promise<void> {
    const rows = (await runner.query('SELECT pg_try_advisory_lock(hashtextextended($1, $2)) AS ours', [
      mailRequestId,
      advisoryLocks.mail,
    ])) as { ours: boolean }[];
    if (rows[0]?.ours !== true) throw new AlreadyBeingSent(`mail ${mailRequestId} is being sent by another worker`);
  }

  private async sendLocked(runner: QueryRunner, mailRequestId: string): Promise<Date | undefined> {
    const query = runner.query.bind(runner);
    const mail = await this.compose(runner, mailRequestId);
    if (mail === 'settled') return undefined;
    if (mail instanceof Date) return mail;
    if (mail === 'void') {
      await this.settle(query, mailRequestId, 'void');
      return undefined;
    }
    try {
      await this.transport.send(mail);
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      await this.settle(query, mailRequestId, 'refused');
      throw new UnrecoverableError(`the mail server refused mail ${mailRequestId}: ${String(error)}`);
    }
    this.accepted.add(mailRequestId);
    await this.settle(query, mailRequestId, 'sent');
    this.accepted.delete(mailRequestId);
    return undefined;
  }

  private async compose(runner: QueryRunner, mailRequestId: string): Promise<OutgoingMail | Date | 'settled' | 'void'> {
    // This is checked before anything is fetched: fetching would replace the link that was sent.
    if (!(await isOpen(runner, mailRequestId))) return 'settled';
    const fetched = await this.composer.fetch(mailRequestId);
    return runner.manager.transaction((manager) =>
      inTransactionScope(async () => {
        return (await this.composer.compose(manager, mailRequestId, fetched)) ?? 'void';
      }),
    );
  }

  private async settle(
    query: (statement: string, values: unknown[]) => Promise<unknown>,
    mailRequestId: string,
    outcome: MailOutcome,
  ): Promise<void> {
    // A mail that an admin has retried with success is a sent one; one that was refused did not just fail.
    await query(
      `UPDATE mail_requests SET outcome = $2, settled_at = now()
       WHERE id = $1 AND (outcome IS NULL OR $2 <> 'failed' AND outcome NOT IN ('sent', 'void'))`,
      [mailRequestId, outcome],
    );
  }
}

/** The caller holds the lock of the mail. */
async function isOpen(runner: QueryRunner, mailRequestId: string): Promise<boolean> {
  const open = (await runner.query(
    `SELECT FROM mail_requests WHERE id = $1 AND (outcome IS NULL OR outcome NOT IN ('sent', 'void'))`,
    [mailRequestId],
  )) as unknown[];
  return open.length > 0;
}
