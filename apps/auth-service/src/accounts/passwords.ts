import { availableParallelism } from 'node:os';
import { argon2id, hash, needsRehash, verify } from 'argon2';
import { ServiceError } from '@haru/contracts';

export interface PasswordSettings {
  memoryKib: number;
  iterations: number;
  parallelism: number;
  /** Hashes computed at a time; 0: one for every second core, so that the other work of the machine goes on. */
  concurrency: number;
  /** Hashes that may wait. */
  queueLength: number;
}

/** Seconds that callers are told to stay away when too many hashes wait. */
const RETRY_AFTER_SECONDS = 1;

/**
 * argon2id, off the event loop, a bounded number at a time and a bounded number waiting.
 * Every method refuses with SERVICE_BUSY over that.
 */
export class Passwords {
  private readonly concurrency: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | undefined;

  constructor(private readonly settings: PasswordSettings) {
    this.concurrency = settings.concurrency || Math.max(1, Math.floor(availableParallelism() / 2));
  }

  /** The hash in PHC form, with its parameters and a salt of its own. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, this.options()));
  }

  /** Whether the password is the one that was hashed. Without a hash it takes the same time and is false. */
  async matches(passwordHash: string | null, password: string): Promise<boolean> {
    // Made once and in nobody's turn, so that the first unknown address takes no longer than others.
    this.decoy ??= hash('no password has this hash', this.options());
    const compared = passwordHash ?? (await this.decoy);
    const same = await this.inTurn(() => verify(compared, password));
    return same && passwordHash !== null;
  }

  /** Whether it was made with other parameters than those in force. */
  isOutdated(passwordHash: string): boolean {
    return needsRehash(passwordHash, this.options());
  }

  /** Gets ready: the first sign-in pays for nothing. */
  async prepare(): Promise<void> {
    this.decoy ??= hash('no password has this hash', this.options());
    await this.decoy;
  }

  private options() {
    const { memoryKib, iterations, parallelism } = this.settings;
    return { type: argon2id, memoryCost: memoryKib, timeCost: iterations, parallelism } as const;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.running < this.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.settings.queueLength) {
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    // Whoever is done hands over its place without freeing it.
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
