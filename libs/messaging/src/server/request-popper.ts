import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { FIRST_PORTION, LARGEST_PORTION } from '../wire/settings.js';

/** One `BLMPOP` waits at most so long: a silent connection shows only after it. */
const BLOCK_SECONDS = 2;
const RETRY_MS = 50;

interface PopperOptions {
  list: string;
  /** It has a connection of its own, because it blocks. */
  popping: Redis;
  /** Another connection ends the blocking. */
  commands: Redis;
  /** It returns how many may be taken now; at 0 the popper waits for `wake`. */
  capacity: () => number;
  take: (packets: Buffer[]) => void;
  onError: (error: unknown) => void;
}

/** Takes packets off a list for as long as there is capacity. Each packet goes to one popper alone. */
export class RequestPopper {
  private stopping = false;
  private running: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;
  /** Ends when what one command popped is taken. */
  private taking: Promise<void> | undefined;
  /** It is the id of the present connection; each new one asks again. */
  private clientId: number | undefined;
  private portion = FIRST_PORTION;

  constructor(private readonly options: PopperOptions) {
    options.popping.on('close', () => (this.clientId = undefined));
    options.popping.on('ready', () => this.wake());
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Signals that there may be capacity again. */
  wake(): void {
    this.wakeUp?.();
  }

  /**
   * Resolves when nothing more will be taken. Redis itself ends a running `BLMPOP`: it answers either with packets,
   * which are taken, or with nothing. Dropping the connection instead could lose packets.
   */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.endBlocking(this.running);
  }

  /** Resolves when everything that Redis has popped for this process so far is taken. */
  untilTaken(): Promise<void> {
    return this.endBlocking(this.taking);
  }

  /** Resolves when `end` does, which must not wait for more requests. */
  private async endBlocking(end: Promise<void> | undefined): Promise<void> {
    const { popping, commands } = this.options;
    let ended = end === undefined;
    void end?.then(() => (ended = true));
    while (!ended) {
      // This is repeated, because the first may overtake the command that it should end.
      if (this.clientId !== undefined && commands.status === 'ready') {
        await commands.client('UNBLOCK', this.clientId).catch(this.options.onError);
      }
      if (popping.status === 'end') break;
      await Promise.race([end, delay(RETRY_MS)]);
    }
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const capacity = this.options.capacity();
      if (capacity <= 0 || this.options.popping.status !== 'ready') {
        await this.untilWoken();
        continue;
      }
      this.taking = this.popAndTake(capacity);
      await this.taking;
      this.taking = undefined;
    }
  }

  private async popAndTake(capacity: number): Promise<void> {
    try {
      const packets = await this.pop(capacity);
      if (packets) this.options.take(packets);
    } catch (error) {
      // A lost connection is logged where it is opened. Repeating a command that Redis itself refuses must not spin.
      if (this.options.popping.status === 'ready') {
        this.options.onError(error);
        await delay(RETRY_MS);
      }
    }
  }

  private async pop(capacity: number): Promise<Buffer[] | undefined> {
    const { popping, list } = this.options;
    this.clientId ??= await popping.client('ID');
    if (this.stopping) return undefined;
    const count = Math.min(capacity, this.portion);
    const packets = (await popping.blmpopBuffer(BLOCK_SECONDS, 1, list, 'LEFT', 'COUNT', count))?.[1];
    const moreMayWait = packets?.length === this.portion;
    this.portion = moreMayWait ? Math.min(this.portion * 2, LARGEST_PORTION) : FIRST_PORTION;
    return packets;
  }

  private untilWoken(): Promise<void> {
    if (this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      this.wakeUp = () => {
        this.wakeUp = undefined;
        resolve();
      };
    });
  }
}
