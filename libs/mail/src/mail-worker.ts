import { InFlightJobs, watchWorker, workerOptions } from '@haru/events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DelayedError, type Job, Worker } from 'bullmq';
import { DataSource } from 'typeorm';
import { mailJobSchema, type MailJob, MailQueue, pauseAfter } from './mail-queue.js';
import { MAIL_SETTINGS, type MailSettings } from './mail-settings.js';
import { SendMail } from './send-mail.js';

/** This process sends so many mails concurrently; each holds a database connection meanwhile. */
const CONCURRENCY = 4;
/** If a process dies, another takes its mail after about this long. */
const LOCK_MS = 10_000;
const RESTORE_EVERY_MS = 5_000;

/** Takes mails from their queue and sends them. Replicas share the work. */
@Injectable()
export class MailWorker {
  private readonly logger = new Logger(MailWorker.name);
  private worker: Worker<MailJob, void, string> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private unwatch: (() => void) | undefined;
  private restoring: Promise<void> | undefined;
  private readonly inFlight = new InFlightJobs();
  private readonly stop = new AbortController();

  constructor(
    private readonly queue: MailQueue,
    private readonly mails: SendMail,
    private readonly dataSource: DataSource,
    @Inject(MAIL_SETTINGS) private readonly settings: Omit<MailSettings, 'smtpUrl'>,
  ) {}

  async start(): Promise<void> {
    const { queue, redisUrl, restoreEveryMs = RESTORE_EVERY_MS } = this.settings;
    const worker = new Worker<MailJob, void, string>(queue, (job, token) => this.inFlight.add(this.send(job, token)), {
      ...workerOptions(redisUrl, LOCK_MS),
      concurrency: CONCURRENCY,
      settings: { backoffStrategy: (attempts) => pauseAfter(attempts) },
    });
    worker.on('error', (error) => this.logger.warn({ err: error }, 'the mail queue reports an error'));
    worker.on('failed', (job, error) => this.afterFailure(job, error));
    this.worker = worker;
    await worker.waitUntilReady();
    this.unwatch = watchWorker(worker, redisUrl);
    this.timer = setInterval(() => this.restoreSoon(), restoreEveryMs);
  }

  /** Takes no more mails and finishes those in flight. */
  async close(): Promise<void> {
    this.stop.abort();
    clearInterval(this.timer);
    this.unwatch?.();
    await this.restoring;
    if (this.worker) await this.inFlight.finish(this.worker);
  }

  private async send(job: Job<MailJob, void, string>, token: string | undefined): Promise<void> {
    const later = await this.mails.send(mailJobSchema.parse(job.data).mailRequestId, this.stop.signal);
    if (later === undefined) return;
    // This is BullMQ's way to put a running job back without counting an attempt.
    await job.moveToDelayed(later.getTime(), token);
    throw new DelayedError();
  }

  private restoreSoon(): void {
    const { restoreEveryMs = RESTORE_EVERY_MS } = this.settings;
    this.restoring ??= this.queue
      .restore(this.dataSource, restoreEveryMs / 1_000)
      .then((count) => {
        if (count > 0) this.logger.warn({ mails: count }, 'mails were not on their queue, putting them back');
      })
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not look for missing mails'))
      .finally(() => (this.restoring = undefined));
  }

  private afterFailure(job: Job<MailJob, void, string> | undefined, error: Error): void {
    const fields = { err: error, mailRequestId: job?.id, attempt: job?.attemptsMade };
    if (job && job.finishedOn === undefined) {
      this.logger.warn(fields, 'a mail was not sent, it is tried again');
      return;
    }
    this.logger.error(fields, 'a mail was given up; it waits in the failed set');
    if (job) {
      this.mails
        .giveUp(job.data.mailRequestId)
        .catch((reason: unknown) => this.logger.error({ err: reason }, 'could not note that a mail was given up'));
    }
  }
}
