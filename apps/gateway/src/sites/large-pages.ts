import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@haru/contracts';
import { Semaphore } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { SMALL_BODY_BYTES } from '../admission/traffic-kind.js';
import { Setting } from '../settings.js';

/** The service checks one page while it prepares and writes another. */
const CONCURRENCY = 2;
const MIB = 1024 * 1024;
/** A page of 1 MiB takes about so long. */
const MIB_MS = 80;
const MAX_WAITING = 32;
/** A call to the service may take nine seconds. */
const MAX_WAIT_MS = 6_000;

/** Bounds how much of large pages is published at the same time, so that small ones do not wait for them. */
@Injectable()
export class LargePages {
  private readonly turns = new Semaphore(CONCURRENCY, MAX_WAITING);
  constructor(@Setting('GATEWAY_LARGE_PAGES_MIB_PER_SECOND') private readonly mibPerSecond: number) {}

  /** Publishes a small page immediately, and a large one when it is its turn. @throws ServiceError SERVICE_BUSY */
  take<T>(text: string, publish: () => Promise<T>): Promise<T> {
    if (text.length <= SMALL_BODY_BYTES || this.mibPerSecond === 0) return publish();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const pauseMs = Math.max(0, (1_000 * CONCURRENCY) / this.mibPerSecond - MIB_MS) * (text.length / MIB);
    const pause = () => delay(pauseMs, undefined, { ref: false });
    this.turns
      .pass(() => publish().then(resolve, reject).then(pause), AbortSignal.timeout(MAX_WAIT_MS))
      .catch((cause: unknown) => reject(new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 2, cause })));
    return promise;
  }
}
