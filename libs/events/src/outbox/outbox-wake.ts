import { Logger } from '@nestjs/common';
import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';

/** Relays listen on this channel. */
export const OUTBOX_CHANNEL = 'outbox';

/**
 * Notifies the relays of new rows once a transaction has committed.
 * A NOTIFY inside the transaction would be simpler, but Postgres lets only one transaction with a NOTIFY commit at a
 * time, flush to disk included: measured with 32 writers, 2,300 transactions a second against 5,600 this way. If a
 * notice is lost with its process, the relays' polling finds the rows.
 */
class RelayWaker implements EntitySubscriberInterface {
  private readonly published = new WeakSet<QueryRunner>();
  private sending = false;
  private again = false;

  constructor(private readonly dataSource: DataSource) {}

  mark(runner: QueryRunner): void {
    this.published.add(runner);
  }

  // It is called for a released savepoint too, when the transaction itself continues.
  afterTransactionCommit({ queryRunner }: { queryRunner: QueryRunner }): void {
    if (queryRunner.isTransactionActive || !this.published.delete(queryRunner)) return;
    this.wake();
  }

  /** The caller's answer does not wait for it. However many commit meanwhile, one more notice is enough. */
  wake(): void {
    this.again = true;
    if (!this.sending) void this.send();
  }

  private async send(): Promise<void> {
    this.sending = true;
    try {
      while (this.again && this.dataSource.isInitialized) {
        this.again = false;
        await this.dataSource.query('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
      }
    } catch (error) {
      Logger.warn(
        `relays were not notified of a new event, they will find it when they poll: ${String(error)}`,
        'Outbox',
      );
    } finally {
      this.sending = false;
    }
  }
}

const wakers = new WeakMap<DataSource, RelayWaker>();

/** Notifies the relays once this transaction commits, but not if it rolls back. */
export function wakeRelaysAfterCommit(runner: QueryRunner): void {
  const { dataSource } = runner;
  const waker = wakerOf(dataSource);
  // A data source that is initialised again starts with a new list.
  if (!dataSource.subscribers.includes(waker)) dataSource.subscribers.push(waker);
  waker.mark(runner);
}

/** Notifies the relays of committed rows. */
export function wakeRelays(dataSource: DataSource): void {
  wakerOf(dataSource).wake();
}

function wakerOf(dataSource: DataSource): RelayWaker {
  const waker = wakers.get(dataSource) ?? new RelayWaker(dataSource);
  wakers.set(dataSource, waker);
  return waker;
}
