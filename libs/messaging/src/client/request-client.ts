import { randomUUID } from 'node:crypto';
import {
  ServiceError,
  serviceOf,
  type BroadcastContract,
  type MessageContract,
  type ReplyOf,
  type RequestContext,
} from '@haru/contracts';
import { assertOutsideTransaction, freeBuffer, runScript } from '@haru/service-runtime';
import { Logger } from '@nestjs/common';
import { ClientRedis } from '@nestjs/microservices';
import type { z } from 'zod';
import { encodeRequest, fits, fromWireError, parseBy, type ReplyPacket } from '../wire/packet.js';
import { discardedReplies, pendingCalls } from '../wire/rpc-metrics.js';
import { pushRequests } from '../wire/scripts.js';
import * as settings from '../wire/settings.js';
import { TickBatcher } from '../wire/tick-batcher.js';
import { CallBudget } from './call-budget.js';
import { ClientConnections } from './client-connections.js';
import type { RequestClientOptions } from './client-options.js';
import { LostRequests } from './lost-requests.js';
import { measured } from './measured.js';
import { PendingCalls } from './pending-calls.js';

interface OutgoingRequest {
  id: number;
  text: string | Buffer;
}

/**
 * Calls services over Redis. Every call ends in one of these ways:
 * - It returns the reply, or throws the handler's refusal as `ServiceError`.
 * - It throws `SERVICE_TIMEOUT` at the deadline, or within 2 s when the process that took it has died. It may have been done.
 * - It throws `SERVICE_BUSY` immediately when too many requests wait. It was not done.
 * - It throws `SERVICE_UNAVAILABLE` immediately when Redis is unavailable, or when the service lacks its database. It was not
 *   done, unless the connection broke while the request was sent.
 * - It throws `PAYLOAD_TOO_LARGE` over 8 MiB as JSON, and `VALIDATION_FAILED` from the service, with the fields named.
 *
 * Nest's `send` is not for this class, since it knows no contract, context or deadline.
 */
export class RequestClient extends ClientRedis {
  /** These replies arrived after the deadline of their call. */
  readonly counters = { discarded: 0 };
  protected override readonly logger = new Logger(RequestClient.name);
  private readonly address = `${settings.REPLY_PREFIX}${randomUUID()}`;
  private readonly calls = new PendingCalls();
  private readonly budget: CallBudget;
  private readonly outbox: TickBatcher<OutgoingRequest>;
  private readonly metrics: (() => void)[] = [];
  private live: ClientConnections | undefined;
  private lost: LostRequests | undefined;
  private opening: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  /** Lists must outlive the longest wait of any call. */
  private longestTimeoutMs = settings.LIST_TTL_MS;

  constructor(private readonly given: RequestClientOptions) {
    super({});
    this.budget = new CallBudget(given.totalTimeoutMs ?? Infinity);
    this.outbox = new TickBatcher(settings.BATCH_MAX_LENGTH, (list, requests) => void this.push(list, requests));
  }

  /** Counts calls without an answer. */
  get pending(): number {
    return this.calls.size;
  }

  /** A connection that is lost later is opened again. @throws Error when Redis is not available */
  override connect(): Promise<void> {
    this.opening ??= this.open();
    return this.opening;
  }

  /**
   * Calls the service that `contract` belongs to.
   * @returns its reply, parsed by the contract
   * @throws ServiceError, and nothing else
   */
  async call<M extends MessageContract>(
    contract: M,
    request: z.input<M['request']>,
    context: RequestContext,
    options: { timeoutMs?: number } = {},
  ): Promise<ReplyOf<M>> {
    assertOutsideTransaction(contract.pattern);
    return measured(contract.pattern, context, async (traced) => {
      const own = options.timeoutMs ?? contract.timeoutMs ?? this.given.defaultTimeoutMs ?? settings.DEFAULT_TIMEOUT_MS;
      const reply = await this.budget.spend(own, (timeoutMs) => this.ask(contract, request, traced, timeoutMs));
      return this.read(contract, reply, context);
    });
  }

  /** Reaches every listening process at most once. @throws ServiceError `SERVICE_UNAVAILABLE` when Redis is unavailable */
  async broadcast<B extends BroadcastContract>(contract: B, payload: z.input<B['payload']>): Promise<void> {
    assertOutsideTransaction(contract.pattern);
    const { commands } = this.whileLive();
    try {
      await commands.publish(contract.pattern, JSON.stringify({ pattern: contract.pattern, data: payload }));
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Takes no more calls, waits for those in flight (each has its deadline), and disconnects. */
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
    timeoutMs: number,
  ): Promise<unknown> {
    const { clock } = this.whileLive();
    this.longestTimeoutMs = Math.max(this.longestTimeoutMs, timeoutMs);
    const { pattern } = contract;
    const id = this.calls.nextId();
    const deadline = clock.now() + timeoutMs;
    const packet = { id, pattern, deadline, replyTo: this.address, context, request };
    const text = encodeRequest(packet, contract.longText);
    if (!fits(text)) throw new ServiceError('PAYLOAD_TOO_LARGE');
    if (this.calls.totalLength + text.length > (this.given.maxPendingLength ?? settings.DEFAULT_MAX_PENDING_LENGTH)) {
      throw busy(`${this.calls.totalLength} characters are waiting for answers`);
    }
    const answer = this.calls.open(id, text.length, timeoutMs, () =>
      timedOut(`${pattern}: no answer within ${timeoutMs} ms`),
    );
    this.outbox.add(settings.requestList(serviceOf(contract)), { id, text });
    return answer;
  }

  private async push(list: string, requests: OutgoingRequest[]): Promise<void> {
    if (!this.live) return;
    try {
      const { commands } = this.live;
      const bound = this.given.maxListLength ?? settings.DEFAULT_MAX_LIST_LENGTH;
      const packets = requests.map(({ text }) => text);
      const keys = [list, settings.pushedCounter(list)];
      const answer = await runScript(commands, pushRequests, keys, [bound, this.longestTimeoutMs, ...packets]);
      const [taken, last] = answer as [number, number];
      // Redis has answered, so they were sent.
      for (const packet of packets) if (typeof packet !== 'string') freeBuffer(packet);
      this.calls.noteSent(requests.slice(0, taken), list, last);
      for (const { id } of requests.slice(taken)) this.calls.reject(id, busy(`${list} is full`));
    } catch (error) {
      // They are not sent again: they may have arrived before the connection broke.
      for (const { id } of requests) this.calls.reject(id, unavailable(error));
    }
  }

  private read<M extends MessageContract>(contract: M, reply: unknown, { requestId }: RequestContext): ReplyOf<M> {
    try {
      return parseBy<M['reply']>(contract.reply, reply);
    } catch (error) {
      const fault = new Error(`the reply to ${contract.pattern} is not what its contract says`, { cause: error });
      this.logger.error(fault, { requestId });
      throw new ServiceError('UNKNOWN_ERROR', { cause: error });
    }
  }

  private receive({ id, reply, error }: ReplyPacket): void {
    if (this.lost?.receive(id, reply)) return;
    const awaited = error ? this.calls.reject(id, fromWireError(error)) : this.calls.resolve(id, reply);
    if (!awaited) this.counters.discarded++;
  }

  /** No call waits for a connection. @throws ServiceError `SERVICE_UNAVAILABLE` without one */
  private whileLive(): ClientConnections {
    if (!this.closing && this.live?.isReady) return this.live;
    throw unavailable(new Error(this.closing ? 'the client is closing' : 'no connection to Redis'));
  }

  private async open(): Promise<void> {
    this.live = await ClientConnections.open({
      redisUrl: this.given.redisUrl,
      address: this.address,
      connectWithinMs: this.given.connectWithinMs ?? 10_000,
      logger: this.logger,
      onReply: (reply) => this.receive(reply),
    });
    const { inbox } = this.live;
    this.lost = new LostRequests({
      calls: this.calls,
      address: this.address,
      commands: this.live.commands,
      fetchReplies: () => inbox.fetch(),
      onLost: (id) => this.calls.reject(id, timedOut('the process that took the request is gone')),
      onError: (error) => this.logger.error(error),
    });
    this.pubClient = this.live.commands;
    this.subClient = this.live.subscriber;
    this.metrics.push(
      pendingCalls.from(() => this.calls.size),
      discardedReplies.from(() => this.counters.discarded),
    );
  }

  private async shutDown(): Promise<void> {
    await Promise.allSettled([this.opening]);
    await this.calls.untilEmpty();
    this.lost?.stop();
    for (const stop of this.metrics) stop();
    this.live?.close();
  }
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: settings.RETRY_AFTER_SECONDS, cause });
}

function timedOut(why: string): ServiceError {
  return new ServiceError('SERVICE_TIMEOUT', {
    retryAfterSeconds: settings.RETRY_AFTER_SECONDS,
    cause: new Error(why),
  });
}

function busy(why: string): ServiceError {
  return new ServiceError('SERVICE_BUSY', { retryAfterSeconds: settings.RETRY_AFTER_SECONDS, cause: new Error(why) });
}
