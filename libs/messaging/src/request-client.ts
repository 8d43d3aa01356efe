import { randomUUID } from 'node:crypto';
import {
  ServiceError,
  serviceOf,
  type BroadcastContract,
  type MessageContract,
  type ReplyOf,
  type RequestContext,
} from '@haru/contracts';
import { assertOutsideTransaction, freeBuffer, withSpan, probeRedis, readiness } from '@haru/service-runtime';
import { Logger } from '@nestjs/common';
import { ClientRedis } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { checkVersion, openConnection, waitUntilConnected } from './connection.js';
import { encodeRequest, fits, fromWireError, parseBy, type ReplyPacket } from './packet.js';
import { PendingCalls } from './pending-calls.js';
import { RedisClock } from './redis-clock.js';
import { ReplyInbox } from './reply-inbox.js';
import {
  clientDurations,
  discardedReplies,
  outcomeOf,
  pendingCalls,
  secondsSince,
  type RpcOutcome,
} from './rpc-metrics.js';
import { pushRequests, runScript } from './scripts.js';
import * as settings from './settings.js';
import { TickBatcher } from './tick-batcher.js';

export interface RequestClientOptions {
  /** `redis://[user:password@]host:port[/db]`, `rediss://` for TLS. */
  redisUrl: string;
  /** How long a call waits unless it or its contract says otherwise, in ms; 10 s when left out. */
  defaultTimeoutMs?: number;
  /** Requests that may wait for one service before `SERVICE_BUSY`; 1000 when left out. */
  maxListLength?: number;
  /** Length of all requests this process may have unanswered before `SERVICE_BUSY`, in UTF-16 units, of long ones in bytes; 256 Mi when left out. */
  maxPendingLength?: number;
  /** How long `connect` waits for Redis, in ms; 10 s when left out. */
  connectWithinMs?: number;
}

/** Counts since the start. */
export interface RequestClientCounters {
  sent: number;
  timedOut: number;
  busy: number;
  unavailable: number;
  /** Replies that came when nobody waited for them any more. */
  discarded: number;
}

interface OutgoingRequest {
  id: number;
  text: string | Buffer;
}

/**
 * Asks services over Redis and always gets an answer:
 * - the reply, or what the handler refused with, as `ServiceError`;
 * - `SERVICE_TIMEOUT` at the deadline: it may or may not have been done;
 * - `SERVICE_BUSY` at once when too much is waiting: it was not done;
 * - `SERVICE_UNAVAILABLE` when Redis is away, at once, or what the service needs, such as its database: not done, unless the
 *   connection broke while it was being sent, or done;
 * - `PAYLOAD_TOO_LARGE` at once over 8 MiB as JSON; `VALIDATION_FAILED` from the service, with the fields named.
 *
 * Nest's `send` is not for this class, since it knows no contract, context or deadline.
 */
export class RequestClient extends ClientRedis {
  readonly counters: RequestClientCounters = { sent: 0, timedOut: 0, busy: 0, unavailable: 0, discarded: 0 };
  protected override readonly logger = new Logger(RequestClient.name);
  private readonly address = `${settings.REPLY_PREFIX}${randomUUID()}`;
  private readonly calls = new PendingCalls();
  private readonly outbox: TickBatcher<OutgoingRequest>;
  private readonly connections: Redis[] = [];
  private live: { commands: Redis; clock: RedisClock } | undefined;
  private opening: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  private readonly watches: (() => void)[] = [];
  /** The longest any call waits: lists must outlive it. */
  private longestTimeoutMs = settings.LIST_TTL_MS;

  constructor(private readonly given: RequestClientOptions) {
    super({});
    this.outbox = new TickBatcher(settings.BATCH_MAX_LENGTH, (list, requests) => void this.push(list, requests));
  }

  /** Calls without an answer yet. */
  get pending(): number {
    return this.calls.size;
  }

  /** @throws Error when Redis cannot be had. Later losses of the connection mend themselves. */
  override connect(): Promise<void> {
    this.opening ??= this.open();
    return this.opening;
  }

  /**
   * Asks the service that `contract` belongs to.
   * @returns its reply, read by the contract.
   * @throws ServiceError, and nothing else.
   */
  async call<M extends MessageContract>(
    contract: M,
    request: z.input<M['request']>,
    context: RequestContext,
    options: { timeoutMs?: number } = {},
  ): Promise<ReplyOf<M>> {
    assertOutsideTransaction(contract.pattern);
    const startedAt = performance.now();
    const end = (outcome: RpcOutcome): void =>
      clientDurations.of(contract.pattern, outcome).observe(secondsSince(startedAt));
    try {
      const reply = await withSpan('client', contract.pattern, context, (traced) =>
        this.askForReply(contract, request, traced, options),
      );
      end('ok');
      return reply;
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  }

  private async askForReply<M extends MessageContract>(
    contract: M,
    request: z.input<M['request']>,
    context: RequestContext,
    options: { timeoutMs?: number },
  ): Promise<ReplyOf<M>> {
    const reply = await this.ask(contract, request, context, options.timeoutMs ?? contract.timeoutMs);
    try {
      return parseBy<M['reply']>(contract.reply, reply);
    } catch (error) {
      this.logger.error(new Error(`the reply to ${contract.pattern} is not what its contract says`, { cause: error }), {
        requestId: context.requestId,
      });
      throw new ServiceError('UNKNOWN_ERROR', { cause: error });
    }
  }

  /** Tells every listening process, at most once. @throws ServiceError `SERVICE_UNAVAILABLE` when Redis is away. */
  async broadcast<B extends BroadcastContract>(contract: B, payload: z.input<B['payload']>): Promise<void> {
    assertOutsideTransaction(contract.pattern);
    const { commands } = this.whileLive();
    try {
      await commands.publish(contract.pattern, JSON.stringify({ pattern: contract.pattern, data: payload }));
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Takes no more calls, waits for those under way (each has its deadline), and disconnects. */
  override close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  protected override publish(): never {
    throw new Error('RequestClient.send: use call(contract, request, context)');
  }

  private async ask(
    contract: MessageContract,
    request: unknown,
    context: RequestContext,
    timeout?: number,
  ): Promise<unknown> {
    const { clock } = this.whileLive();
    const timeoutMs = timeout ?? this.given.defaultTimeoutMs ?? settings.DEFAULT_TIMEOUT_MS;
    this.longestTimeoutMs = Math.max(this.longestTimeoutMs, timeoutMs);
    const { pattern } = contract;
    const id = this.calls.nextId();
    const deadline = clock.now() + timeoutMs;
    const packet = { id, pattern, deadline, replyTo: this.address, context, request };
    const text = encodeRequest(packet, contract.longText);
    if (!fits(text)) throw new ServiceError('PAYLOAD_TOO_LARGE');
    if (this.calls.totalLength + text.length > (this.given.maxPendingLength ?? settings.DEFAULT_MAX_PENDING_LENGTH)) {
      throw this.busy(`${this.calls.totalLength} characters are waiting for answers`);
    }
    const answer = this.calls.open(id, text.length, timeoutMs, () => {
      this.counters.timedOut++;
      return new ServiceError('SERVICE_TIMEOUT', { cause: new Error(`${pattern}: no answer within ${timeoutMs} ms`) });
    });
    this.counters.sent++;
    this.outbox.add(settings.requestList(serviceOf(contract)), { id, text });
    return answer;
  }

  private async push(list: string, requests: OutgoingRequest[]): Promise<void> {
    if (!this.live) return;
    try {
      const { commands } = this.live;
      const bound = this.given.maxListLength ?? settings.DEFAULT_MAX_LIST_LENGTH;
      const packets = requests.map(({ text }) => text);
      const taken = Number(await runScript(commands, pushRequests, list, [bound, this.longestTimeoutMs, ...packets]));
      // Redis has answered, so they were sent.
      for (const packet of packets) if (typeof packet !== 'string') freeBuffer(packet);
      for (const { id } of requests.slice(taken)) this.calls.reject(id, this.busy(`${list} is full`));
    } catch (error) {
      // Not sent again: it may have arrived before the connection broke.
      this.counters.unavailable += requests.length;
      for (const { id } of requests) this.calls.reject(id, unavailable(error));
    }
  }

  private receive({ id, reply, error }: ReplyPacket): void {
    const awaited = error ? this.calls.reject(id, fromWireError(error)) : this.calls.resolve(id, reply);
    if (!awaited) this.counters.discarded++;
  }

  /** @throws ServiceError `SERVICE_UNAVAILABLE` without a connection: nothing waits for one. */
  private whileLive(): { commands: Redis; clock: RedisClock } {
    if (!this.closing && this.live?.commands.status === 'ready') return this.live;
    this.counters.unavailable++;
    throw unavailable(new Error(this.closing ? 'the client is closing' : 'no connection to Redis'));
  }

  private busy(why: string): ServiceError {
    this.counters.busy++;
    return new ServiceError('SERVICE_BUSY', { retryAfterSeconds: settings.RETRY_AFTER_SECONDS, cause: new Error(why) });
  }

  private async open(): Promise<void> {
    const connect = (what: string): Redis => {
      const redis = openConnection(this.given.redisUrl, `haru:caller:${what}`, this.logger);
      this.connections.push(redis);
      return redis;
    };
    const commands = (this.pubClient = connect('requests'));
    const subscriber = (this.subClient = connect('replies'));
    const withinMs = this.given.connectWithinMs ?? 10_000;
    try {
      await Promise.all([waitUntilConnected(commands, withinMs), waitUntilConnected(subscriber, withinMs)]);
      await checkVersion(commands);
      const clock = new RedisClock(commands);
      await clock.sync();
      const onError = (error: unknown): void => this.logger.error(error);
      const inbox = new ReplyInbox({
        address: this.address,
        subscriber,
        commands,
        take: (reply) => this.receive(reply),
        onError,
      });
      await inbox.open();
      this.live = { commands, clock };
      this.watches.push(
        readiness.watch(
          'redis',
          () => Promise.all([commands.ping(), subscriber.ping()]),
          () => probeRedis(commands),
        ),
        pendingCalls.from(() => [{ labels: {}, value: this.calls.size }]),
        discardedReplies.from(() => [{ labels: {}, value: this.counters.discarded }]),
      );
    } catch (error) {
      for (const redis of this.connections) redis.disconnect();
      throw error;
    }
  }

  private async shutDown(): Promise<void> {
    await Promise.allSettled([this.opening]);
    await this.calls.untilEmpty();
    for (const unwatch of this.watches) unwatch();
    this.live?.clock.stop();
    for (const redis of this.connections) redis.disconnect();
  }
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: settings.RETRY_AFTER_SECONDS, cause });
}
