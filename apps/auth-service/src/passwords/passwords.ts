import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ServiceError } from '@haru/contracts';
import { needsRehash } from 'argon2';
import { type HashCost, Hasher } from './hasher.js';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Setting } from '../settings.js';

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

/**
 * Computes argon2id in a process of its own, with bounded concurrency. A hash is refused with SERVICE_BUSY on arrival
 * if too many wait, or if its expected wait, by the measured cost of a hash, exceeds the configured time. Waiting
 * hashes are not refused later, even if hashes become slower: their callers have waited already, and others were
 * refused in their favour.
 */
@Injectable()
export class Passwords implements OnModuleInit, OnApplicationShutdown {
  private readonly cost: HashCost;
  private readonly concurrency: number;
  private readonly hasher: Hasher;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | undefined;
  /** This is the moving average of a hash's duration. */
  private costMs = 0;

  constructor(
    @Setting('AUTH_ARGON2_MEMORY_KIB') memoryKib: number,
    @Setting('AUTH_ARGON2_ITERATIONS') iterations: number,
    @Setting('AUTH_ARGON2_PARALLELISM') parallelism: number,
    @Setting('AUTH_PASSWORD_CONCURRENCY') concurrency: number,
    @Setting('AUTH_REFRESH_TOKEN_SECRET') private readonly secret: string,
    @Setting('AUTH_PASSWORD_MAX_WAIT_MS') private readonly maxWaitMs: number,
  ) {
    this.cost = { memoryKib, iterations, parallelism };
    this.concurrency = concurrency || Math.max(1, availableParallelism() - 1);
    this.hasher = new Hasher(this.concurrency);
  }

  /**
   * Call it before the first query of a request that needs a hash: a refusal then costs nothing else.
   * @throws ServiceError SERVICE_BUSY
   */
  refuseIfBusy(): void {
    if (this.isBusy()) throw busy();
  }

  /** Returns the hash in PHC form, with its parameters and a salt of its own. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => this.hasher.hash(password, this.cost));
  }

  /**
   * Hashes with one salt per address: two claims of an address have the same hash if they chose the same password. The
   * salt is derived with the key, so that it cannot be computed in advance.
   */
  hashForClaim(password: string, address: string): Promise<string> {
    const salt = createHmac('sha256', this.secret).update(`claim\0${address}`).digest('hex').slice(0, 32);
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

  /** Runs before the first request: the process is started and the cost of a hash is measured. */
  async onModuleInit(): Promise<void> {
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
