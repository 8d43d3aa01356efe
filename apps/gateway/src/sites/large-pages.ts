import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@haru/contracts';
import { Semaphore } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { SMALL_BODY_BYTES } from '../admission/traffic-kind.js';
import { Setting } from '../settings.js';

/** The service checks one page while it prepares and writes another. */
const CONCURRENCY = 2;
/** A page of 1 MB takes about so long. */
const PAGE_MS = 80;
/** With two in work, 14 people may publish at the same moment: as many as the line of the check takes. */
const MAX_WAITING = 12;
/** Some four pages that take long to check are published in a second. A call to the service may take nine seconds. */
const MAX_WAIT_MS = 6_000;

/** Bounds how many large pages are published at the same time, so that small ones do not wait for them. */
@Injectable()
export class LargePages {
  private readonly turns = new Semaphore(CONCURRENCY, MAX_WAITING);
  constructor(@Setting('GATEWAY_LARGE_PAGES_PER_SECOND') private readonly perSecond: number) {}

  /** Publishes a small page immediately, and a large one when it is its turn. @throws ServiceError SERVICE_BUSY */
  take<T>(text: string, publish: () => Promise<T>): Promise<T> {
    if (text.length <= SMALL_BODY_BYTES || this.perSecond === 0) return publish();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const pauseMs = Math.max(0, (1_000 * CONCURRENCY) / this.perSecond - PAGE_MS);
    const pause = () => delay(pauseMs, undefined, { ref: false });
    this.turns
      .pass(() => publish().then(resolve, reject).then(pause), AbortSignal.timeout(MAX_WAIT_MS))
      .catch((cause: unknown) => reject(new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 2, cause })));
    return promise;
  }
}
