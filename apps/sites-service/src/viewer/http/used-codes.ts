import { openRedis } from '@haru/service-runtime';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Setting } from '../../settings.js';
import { CODE_MS } from '../../sites/access-keys.js';

/** Redis notes which codes were used, so that each admits one visitor, whichever viewer is asked. */
@Injectable()
export class UsedCodes implements OnApplicationShutdown {
  private readonly redis: ReturnType<typeof openRedis>;

  constructor(@Setting('REDIS_URL') redisUrl: string) {
    this.redis = openRedis(redisUrl, 'haru:viewer:codes', new Logger(UsedCodes.name), { commandTimeout: 1_000 });
  }

  async isFirstUse(code: string): Promise<boolean> {
    return (await this.redis.set(`access-code:${code}`, '', 'PX', CODE_MS, 'NX')) === 'OK';
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
