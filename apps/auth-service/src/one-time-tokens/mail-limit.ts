import { ServiceError } from '@haru/contracts';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

const KEY = 'limit:mails';
const SECONDS = 3_600;

/**
 * How many mails people may ask for in an hour, all together. Counted in Redis, so that replicas agree. What is asked
 * counts, whether the address is known or not: how near the limit is must not tell who has an account.
 */
export class MailLimit implements OnApplicationShutdown {
  private readonly redis: Redis;
  private isLost = false;

  /** @param most mails an hour */
  constructor(
    redisUrl: string,
    private readonly most: number,
  ) {
    const logger = new Logger(MailLimit.name);
    this.redis = new Redis(redisUrl, {
      retryStrategy: (attempt) => Math.min(attempt * 50, 500),
      maxRetriesPerRequest: 5,
    });
    this.redis.on('ready', () => (this.isLost = false));
    this.redis.on('error', (error: Error) => {
      if (!this.isLost) logger.warn(`Redis is away, so nobody can ask for a mail: ${error.message}`);
      this.isLost = true;
    });
  }

  /** Counts one mail. @throws ServiceError over_email_send_rate_limit with the seconds until there may be more */
  async take(): Promise<void> {
    const answers = await this.redis.multi().incr(KEY).expire(KEY, SECONDS, 'NX').ttl(KEY).exec();
    const [count, , left] = (answers ?? []).map(([error, value]) => {
      if (error) throw error;
      return Number(value);
    });
    if (count === undefined || left === undefined) throw new Error('Redis did not count a mail');
    if (count <= this.most) return;
    throw new ServiceError('over_email_send_rate_limit', {
      message: 'Email rate limit exceeded',
      retryAfterSeconds: Math.max(1, left),
    });
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
