import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ServiceError } from '@haru/contracts';
import { needsRehash } from 'argon2';
import { type HashCost, Hasher } from './hasher.js';

export interface PasswordSettings extends HashCost {
  /** Hashes computed at a time; 0: one for every core but one. */
  concurrency: number;
  /** Milliseconds a hash may wait for its turn. */
  maxWaitMs: number;
  /** Key of the salts of claims. */
  secret: string;
}

interface Waiting {
  go: () => void;
  timer: NodeJS.Timeout;
}

/** Seconds that callers are told to stay away when too many hashes wait. */
const RETRY_AFTER_SECONDS = 1;
/** How much the newest hash counts in the measured cost. */
const NEWEST_SHARE = 0.2;

/**
 * argon2id, in a process of its own, a bounded number at a time. Whoever would wait longer than `maxWaitMs` is refused
 * with SERVICE_BUSY: at once by what hashes have been taking, and when the time is over if they have become slower.
 */
export class Passwords {
  private readonly concurrency: number;
  private readonly hasher: Hasher;
  private running = 0;
  private readonly waiting = new Set<Waiting>();
  private decoy: Promise<string> | undefined;
  /** What a hash takes, in milliseconds, as measured of late. */
  private costMs = 0;

  constructor(private readonly settings: PasswordSettings) {
    this.concurrency = settings.concurrency || Math.max(1, availableParallelism() - 1);
    this.hasher = new Hasher(this.concurrency);
  }

  /** The hash in PHC form, with its parameters and a salt of its own. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => this.hasher.hash(password, this.settings));
  }

  /**
   * The same, with the one salt of everybody who claims this address: two claims have the same hash if they chose the
   * same password. Nobody else can tell, nor prepare for the salt, without the key.
   */
  hashForClaim(password: string, address: string): Promise<string> {
    const salt = createHmac('sha256', this.settings.secret).update(`claim\0${address}`).digest('hex').slice(0, 32);
    return this.inTurn(() => this.hasher.hash(password, this.settings, salt));
  }

  /** Whether the password is the one that was hashed. Without a hash it takes the same time and is false. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    const compared = passwordHash ?? (await this.decoyHash());
    const same = await this.inTurn(() => this.hasher.verify(compared, password));
    return same && passwordHash !== null;
  }

  /** Whether it was made with other parameters than those in force. */
  isOutdated(passwordHash: string): boolean {
    const { memoryKib, iterations, parallelism } = this.settings;
    return needsRehash(passwordHash, { memoryCost: memoryKib, timeCost: iterations, parallelism });
  }

  /** Gets ready: the first sign-in pays for nothing, and the cost of a hash is known. */
  async prepare(): Promise<void> {
    await this.matches(await this.decoyHash(), '');
  }

  /** Nest calls it when the requests are drained. */
  onApplicationShutdown(): Promise<void> {
    return this.hasher.close();
  }

  /** Made once and in nobody's turn, so that the first unknown address takes no longer than others. */
  private decoyHash(): Promise<string> {
    this.decoy ??= this.hasher.hash('no password has this hash', this.settings).catch((error: unknown) => {
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

  private turn(): Promise<void> {
    if (this.running < this.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    const { maxWaitMs } = this.settings;
    const waitMs = ((this.waiting.size + 1) * this.costMs) / this.concurrency;
    if (waitMs > maxWaitMs) throw busy();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(busy());
      }, maxWaitMs);
      const waiting = { go: resolve, timer };
      this.waiting.add(waiting);
    });
  }

  /** Whoever is done hands over its place without freeing it. */
  private next(): void {
    const [first] = this.waiting;
    if (!first) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(first);
    clearTimeout(first.timer);
    first.go();
  }
}

const busy = (): ServiceError => new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
