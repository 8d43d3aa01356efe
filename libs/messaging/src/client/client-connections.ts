import type { ConnectionLogger } from '@haru/service-runtime';
import { probeRedis, readiness } from '@haru/service-runtime';
import type { Redis } from 'ioredis';
import { checkVersion, openConnection, waitUntilConnected } from '../wire/connection.js';
import type { ReplyPacket } from '../wire/packet.js';
import { RedisClock } from '../wire/redis-clock.js';
import { ReplyInbox } from './reply-inbox.js';

interface ClientConnectionsOptions {
  redisUrl: string;
  /** Replies go to this address. */
  address: string;
  connectWithinMs: number;
  logger: ConnectionLogger & { error(error: unknown): void };
  onReply: (reply: ReplyPacket) => void;
}

/** A client of Redis has a connection for requests, one for replies, and the clock of the server. */
export class ClientConnections {
  private unwatch: (() => void) | undefined;

  private constructor(
    readonly commands: Redis,
    readonly subscriber: Redis,
    readonly clock: RedisClock,
    readonly inbox: ReplyInbox,
  ) {}

  /** @throws Error when Redis is not available */
  static async open({ redisUrl, address, connectWithinMs, logger, onReply }: ClientConnectionsOptions) {
    const commands = openConnection(redisUrl, 'haru:caller:requests', logger);
    const subscriber = openConnection(redisUrl, 'haru:caller:replies', logger);
    const onError = (error: unknown): void => logger.error(error);
    const inbox = new ReplyInbox({ address, subscriber, commands, take: onReply, onError });
    const opened = new ClientConnections(commands, subscriber, new RedisClock(commands), inbox);
    try {
      await Promise.all([commands, subscriber].map((redis) => waitUntilConnected(redis, connectWithinMs)));
      await checkVersion(commands);
      await opened.clock.sync();
      await inbox.open();
      opened.unwatch = readiness.watch(
        'redis',
        () => Promise.all([commands.ping(), subscriber.ping()]),
        () => probeRedis(commands),
      );
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  get isReady(): boolean {
    return this.commands.status === 'ready';
  }

  close(): void {
    this.unwatch?.();
    this.clock.stop();
    this.commands.disconnect();
    this.subscriber.disconnect();
  }
}
