import { askingConnection, closeQueue } from '@haru/events';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type JobsOptions, Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { MAIL_SETTINGS, type MailSettings } from './mail-settings.js';

const SEND_MAIL_JOB = 'sendMail';

/** A job names the mail, nothing else: addresses and tokens stay in the database. */
export const mailJobSchema = z.object({ mailRequestId: z.uuid() });
export type MailJob = z.infer<typeof mailJobSchema>;

const LONGEST_PAUSE_MS = 60_000;
/** A mail is tried for a day: seven times in the first two minutes, then once a minute. */
const ATTEMPTS = 7 + 24 * 60;

/** Returns the pause after the n-th failed attempt, in milliseconds: 1 s, 2 s … 60 s, spread by a quarter. */
export function pauseAfter(attempts: number, random = Math.random()): number {
  const pause = Math.min(1_000 * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
  return Math.round(pause * (0.75 + 0.25 * random));
}

function jobOptions(mailRequestId: string): JobsOptions {
  return {
    // A mail that is already on the queue is not added again.
    jobId: mailRequestId,
    attempts: ATTEMPTS,
    backoff: { type: 'custom' },
    removeOnComplete: { count: 1_000, age: 24 * 60 * 60 },
    removeOnFail: false,
    stackTraceLimit: 3,
  };
}

/**
 * The rows of the database's table `mail_requests (id uuid, created_at, outcome, settled_at)` are the mails to be sent;
 * the queue decides when, and shows their progress.
 */
@Injectable()
export class MailQueue implements OnApplicationShutdown {
  private readonly logger = new Logger(MailQueue.name);
  private readonly queue: Queue<MailJob, void, string>;

  constructor(@Inject(MAIL_SETTINGS) { queue, redisUrl }: Pick<MailSettings, 'queue' | 'redisUrl'>) {
    // While Redis is unavailable it refuses: the event of the request is delivered again, and `restore` is called
    // again.
    this.queue = new Queue(queue, { connection: askingConnection(redisUrl) });
    this.queue.on('error', (error) => this.logger.warn({ err: error }, 'the mail queue has no connection'));
  }

  async add(mailRequestIds: readonly string[]): Promise<void> {
    await this.queue.addBulk(
      mailRequestIds.map((mailRequestId) => ({
        name: SEND_MAIL_JOB,
        data: { mailRequestId },
        opts: jobOptions(mailRequestId),
      })),
    );
  }

  /**
   * Puts back mails that are missing on the queue, as after Redis was emptied.
   * @param olderThanSeconds younger requests are still in the outbox
   * @returns how many were put back
   */
  async restore(dataSource: DataSource, olderThanSeconds: number): Promise<number> {
    const redis = await this.queue.getBackend().client;
    let restored = 0;
    let after: [Date, string] = [new Date(0), '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const rows = await dataSource.query<{ id: string; created_at: Date }[]>(
        `SELECT id, date_trunc('milliseconds', created_at) AS created_at FROM mail_requests
         WHERE outcome IS NULL AND created_at < now() - make_interval(secs => $1)
           AND (date_trunc('milliseconds', created_at), id) > ($2, $3)
         ORDER BY 2, 1 LIMIT 500`,
        [olderThanSeconds, ...after],
      );
      const last = rows.at(-1);
      if (!last) return restored;
      after = [last.created_at, last.id];
      const ids = rows.map(({ id }) => id);
      // Their states are not read: Redis would search all that wait for each of them.
      const isOnQueue = await Promise.all(ids.map((id) => redis.hexists(this.queue.toKey(id), 'timestamp')));
      const missing = ids.filter((_, index) => isOnQueue[index] === 0);
      if (missing.length > 0) await this.add(missing);
      restored += missing.length;
    }
  }

  /** It runs after the workers that use it. */
  onApplicationShutdown(): Promise<void> {
    return closeQueue(this.queue);
  }
}
