import type { Redis } from 'ioredis';
import { decodeReplies, type ReplyPacket } from '../wire/packet.js';

/** So many replies are fetched from the list by one command: each may be 8 MiB, and parsing blocks the process. */
const FETCH_COUNT = 2;

interface ReplyInboxOptions {
  address: string;
  subscriber: Redis;
  commands: Redis;
  take: (reply: ReplyPacket) => void;
  onError: (error: unknown) => void;
}

/**
 * Receives the replies to this process. Replies that the channel did not carry (large, or sent while it was
 * disconnected) are in the list of the same name, which is fetched on a notice and on every new connection.
 */
export class ReplyInbox {
  private fetching: Promise<void> | undefined;
  private fetchAgain = false;

  constructor(private readonly options: ReplyInboxOptions) {
    const { subscriber, commands } = options;
    subscriber.on('messageBuffer', (_channel: Buffer, message: Buffer) => {
      if (message.length === 0) void this.fetch();
      else this.read(message);
    });
    // It subscribes first and fetches then, so that no reply is missed in between.
    subscriber.on('ready', () => void this.open().catch(options.onError));
    commands.on('ready', () => void this.fetch());
  }

  /** @throws Error when the connection is lost meanwhile; the next one opens it again */
  async open(): Promise<void> {
    await this.options.subscriber.subscribe(this.options.address);
    await this.fetch();
  }

  /** Resolves when every reply that waits in the list is read. */
  fetch(): Promise<void> {
    this.fetchAgain = true;
    this.fetching ??= this.fetchAll();
    return this.fetching;
  }

  private async fetchAll(): Promise<void> {
    try {
      while (this.fetchAgain) {
        this.fetchAgain = false;
        const messages = await this.options.commands.lpopBuffer(this.options.address, FETCH_COUNT);
        if (!messages) continue;
        this.fetchAgain = true;
        messages.forEach((message) => this.read(message));
      }
    } catch (error) {
      // Without a connection nothing is logged: the next one fetches.
      if (this.options.commands.status === 'ready') this.options.onError(error);
    } finally {
      this.fetching = undefined;
    }
  }

  private read(message: Buffer): void {
    try {
      for (const reply of decodeReplies(message)) this.options.take(reply);
    } catch (error) {
      this.options.onError(error);
    }
  }
}
