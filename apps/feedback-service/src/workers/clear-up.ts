import { limits } from '@haru/contracts';
import { type EventLogger, purgeInbox } from '@haru/events';
import type { DataSource } from 'typeorm';

const EVERY_MS = 60 * 60_000;

/**
 * Forgets once an hour what has served its time. Replicas need not agree on whose turn it is: what one has removed the
 * other does not find.
 */
export class ClearUp {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: EventLogger,
  ) {}

  async start(): Promise<void> {
    this.timer = setInterval(() => this.tick(), EVERY_MS);
    this.tick();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Who liked is kept until that day is over everywhere, keys of submissions as long as they are honoured. */
  async run(): Promise<void> {
    await this.dataSource.query('DELETE FROM like_keys WHERE day < current_date - 1');
    await this.dataSource.query(
      'DELETE FROM idempotent_submissions WHERE created_at < now() - make_interval(hours => $1)',
      [limits.idempotencyKeyHours],
    );
    await purgeInbox(this.dataSource);
  }

  private tick(): void {
    this.running ??= this.run()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'could not clear up, the next hour will'))
      .finally(() => (this.running = undefined));
  }
}
