import { availableParallelism } from 'node:os';
import { ServiceError } from '@haru/contracts';
import type { OnApplicationShutdown } from '@nestjs/common';
import { needsRehash } from 'argon2';
import { type HashCost, Hasher } from './hasher.js';

/** Callers are asked to retry after this time when too many hashes wait. */
const RETRY_AFTER_SECONDS = 1;
/**
 * This many hashes wait concurrently, however fast they are. Each occupies the place of a request, so the service takes
 * as many requests more than others: what needs no hash does not wait behind them, and what is refused is refused on
 * arrival.
 */
export const MAX_WAITING_HASHES = 128;
/** The newest hash has this weight in the measured cost. */
const NEWEST_SHARE = 0.2;

export interface HashSettings extends HashCost {
  /** This many hashes are computed concurrently; 0: one for every core but one. */
  concurrency: number;
  /** A hash with a longer expected wait is refused. */
  maxWaitMs: number;
}

/**
 * Computes argon2id in a process of its own, with bounded concurrency. A hash is refused with SERVICE_BUSY on arrival
 * if too many wait, or if its expected wait, by the measured cost of a hash, exceeds the configured time. Waiting
 * hashes are not refused later, even if hashes become slower: their callers have waited already, and others were
 * refused in their favour.
 */
export class PasswordHashes implements OnApplicationShutdown {
  private readonly cost: HashCost;
  private readonly concurrency: number;
  private readonly maxWaitMs: number;
  private readonly hasher: Hasher;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | undefined;
  /** This is the moving average of a hash's duration. */
  private costMs = 0;

  /** The cost is OWASP's if it is left out. */
  constructor({
    memoryKib = 19_456,
    iterations = 2,
    parallelism = 1,
    concurrency = 0,
    maxWaitMs = 2_000,
  }: Partial<HashSettings> = {}) {
    this.cost = { memoryKib, iterations, parallelism };
    this.concurrency = concurrency || Math.max(1, availableParallelism() - 1);
    this.maxWaitMs = maxWaitMs;
    this.hasher = new Hasher(this.concurrency);
  }

  /**
   * Call it before the first query of a request that needs a hash: a refusal then costs nothing else.
   * @throws ServiceError SERVICE_BUSY
   */
  refuseIfBusy(): void {
    if (this.isBusy()) throw busy();
  }

  /**
   * Returns the hash in PHC form, with its parameters and its salt.
   * @param salt hexadecimal; random if absent
   */
  hash(password: string, salt?: string): Promise<string> {
    return this.inTurn(() => this.hasher.hash(password, this.cost, salt));
  }

  /** Without a hash it takes the same time and is false. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const compared = passwordHash ?? (await this.decoyHash());
    const same = await this.inTurn(() => this.hasher.verify(compared, password));
    return same && passwordHash !== null;
  }

  /** Tells whether the hash was made with other parameters than those in force. */
  isOutdated(passwordHash: string): boolean {
    const { memoryKib, iterations, parallelism } = this.cost;
    return needsRehash(passwordHash, { memoryCost: memoryKib, timeCost: iterations, parallelism });
  }

  /** Starts the process and measures the cost of a hash. Without it the first hash does. */
  async start(): Promise<void> {
    await this.matches(await this.decoyHash(), '');
  }

  /** Runs after the last request. */
  onApplicationShutdown(): Promise<void> {
    return this.hasher.close();
  }

  /** The hash is made once and outside of the queue, so that the first unknown address takes no longer than others. */
  private decoyHash(): Promise<string> {
    this.decoy ??= this.hasher.hash('no password has this hash', this.cost).catch((error: unknown) => {
      this.decoy = undefined;
      throw error;
    });
    return this.decoy;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.turn();
    const began = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - began;
      this.costMs += (tookMs - this.costMs) * (this.costMs === 0 ? 1 : NEWEST_SHARE);
      this.next();
    }
  }

  /** @throws ServiceError SERVICE_BUSY immediately or never */
  private turn(): Promise<void> {
    if (this.running < this.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    this.refuseIfBusy();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private isBusy(): boolean {
    if (this.running < this.concurrency) return false;
    const waitMs = ((this.waiting.length + 1) * this.costMs) / this.concurrency;
    return this.waiting.length >= MAX_WAITING_HASHES || waitMs > this.maxWaitMs;
  }

  /** The next hash takes over the place of the finished one. */
  private next(): void {
    const first = this.waiting.shift();
    if (first) first();
    else this.running -= 1;
  }
}

const busy = (): ServiceError => new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
