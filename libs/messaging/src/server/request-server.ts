import type { BroadcastContract, MessageContract, ServiceName } from '@haru/contracts';
import { Logger } from '@nestjs/common';
import { RedisContext, ServerRedis, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { isObservable, lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { checkVersion, openConnection, waitUntilConnected } from '../wire/connection.js';
import { subscribeToChannels } from './subscribe-to-channels.js';
import { parseBy } from '../wire/packet.js';
import { RedisClock } from '../wire/redis-clock.js';
import { ReplySender } from './reply-sender.js';
import { RequestExecutor, type RequestHandler, type RequestServerCounters } from './request-executor.js';
import { RequestPopper } from './request-popper.js';
import type { RequestServerOptions } from './server-options.js';
import { DEFAULT_MAX_IN_FLIGHT, requestList, takenQuestions } from '../wire/settings.js';
import { takenQuestionSchema } from '../wire/taken-question.js';
import { measureRequests, watchConnections } from './watch-server.js';

const broadcastPacketSchema = z.object({ data: z.unknown() });

/**
 * Nest's Redis transport gets balanced requests: a request waits on its service's list until exactly one replica takes
 * it, and the reply goes to the calling process alone. Broadcasts stay the stock publish and subscribe.
 * Delivery is at most once: a killed replica loses its requests, and those callers get `SERVICE_TIMEOUT` within 2 s.
 * Handlers are made with `HandleMessage` and `HandleBroadcast`; each gives one reply, no streams. An unexpected error
 * of a handler is logged once, with the request's id.
 */
export class RequestServer extends ServerRedis implements CustomTransportStrategy {
  readonly counters: RequestServerCounters = { inFlight: 0, executed: 0, expired: 0, late: 0, malformed: 0 };
  protected override readonly logger = new Logger(RequestServer.name);
  private readonly connections: Redis[] = [];
  private clock: RedisClock | undefined;
  private popper: RequestPopper | undefined;
  private executor: RequestExecutor | undefined;
  private closing: Promise<void> | undefined;
  private readonly watches: (() => void)[] = [];

  /** On this channel callers ask which requests it has taken. */
  private readonly questions: string | undefined;

  constructor(private readonly settings: RequestServerOptions) {
    super({});
    this.questions = settings.service && takenQuestions(requestList(settings.service));
  }

  override async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      this.disconnect();
      callback(error);
      return;
    }
    callback();
  }

  /**
   * Stops taking requests, answers those in flight, and disconnects. A Nest microservice's `close()` waits for this
   * before it runs the shutdown hooks, so a handler has its database until it is done.
   */
  override close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  /** Nest calls it for each decorated method. @throws Error on a handler that could never be reached */
  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEventHandler = false,
    extras: { contract?: MessageContract | BroadcastContract } = {},
  ): void {
    if (!extras.contract) throw new Error(`${pattern}: use @HandleMessage or @HandleBroadcast with its contract`);
    if (!isEventHandler) {
      if (this.messageHandlers.has(pattern)) throw new Error(`${pattern} has two handlers`);
      const { service } = this.settings;
      if (!service || !pattern.startsWith(`${service}.`)) {
        throw new Error(`${pattern} has its handler in a process that serves ${service ?? 'no requests'}`);
      }
    }
    super.addHandler(pattern, handler, isEventHandler, extras);
  }

  private async open(): Promise<void> {
    const { service, messages = {} } = this.settings;
    const missing = Object.values(messages).filter(({ pattern }) => !this.messageHandlers.has(pattern));
    if (missing.length > 0)
      throw new Error(`no @HandleMessage for ${missing.map(({ pattern }) => pattern).join(', ')}`);

    const commands: Redis = (this.pubClient = this.connect('replies'));
    const broadcasts: Redis = (this.subClient = this.connect('broadcasts'));
    // Nest's transports offer their events and their status.
    for (const { event, callback } of this.pendingEventListeners.splice(0)) this.on(event, callback);
    this.registerReadyListener(commands);
    this.registerReconnectListener(commands);
    await this.untilConnected(commands, broadcasts);
    await checkVersion(commands);
    this.clock = new RedisClock(commands);
    await this.clock.sync();
    await subscribeToChannels(broadcasts, this.channels(), (...message) => this.onMessage(...message), this.logger);
    if (service) await this.takeRequests(service, commands, this.clock);
    this.watches.push(watchConnections(this.connections, commands));
    if (service) this.watches.push(measureRequests(service, commands, this.counters));
  }

  private connect(what: string): Redis {
    const name = `haru:${this.settings.service ?? 'listener'}:${what}`;
    const redis = openConnection(this.settings.redisUrl, name, this.logger);
    this.connections.push(redis);
    return redis;
  }

  private async untilConnected(...connections: Redis[]): Promise<void> {
    const withinMs = this.settings.connectWithinMs ?? 10_000;
    await Promise.all(connections.map((redis) => waitUntilConnected(redis, withinMs)));
  }

  private channels(): string[] {
    const broadcasts = [...this.messageHandlers].filter(([, { isEventHandler }]) => isEventHandler);
    return [...broadcasts.map(([channel]) => channel), ...(this.questions === undefined ? [] : [this.questions])];
  }

  private async onMessage(channel: string, text: string): Promise<void> {
    if (channel === this.questions) {
      const question = takenQuestionSchema.parse(JSON.parse(text));
      return this.executor?.answerTaken(question, async () => this.popper?.untilTaken());
    }
    const contract = this.messageHandlers.get(channel)?.extras?.['contract'] as BroadcastContract;
    const { data } = broadcastPacketSchema.parse(JSON.parse(text));
    const payload = parseBy(contract.payload, data);
    await this.handleEvent(channel, { pattern: channel, data: payload }, new RedisContext([channel]));
  }

  private async takeRequests(service: ServiceName, commands: Redis, clock: RedisClock): Promise<void> {
    const popping = this.connect('requests');
    await this.untilConnected(popping);
    const maxInFlight = this.settings.maxInFlight ?? DEFAULT_MAX_IN_FLIGHT;
    const replies = new ReplySender(commands, clock, (lost, error) => {
      this.counters.late += lost;
      this.logger.warn(`${lost} replies could not be sent in time: ${String(error)}`);
    });
    const isUnavailable = this.settings.isUnavailable ?? (() => false);
    const executor = new RequestExecutor(
      this.counters,
      this.requestHandlers(),
      clock,
      replies,
      this.logger,
      isUnavailable,
    );
    const popper = new RequestPopper({
      list: requestList(service),
      popping,
      commands,
      capacity: () => maxInFlight - this.counters.inFlight,
      take: (packets) => packets.forEach((packet) => executor.take(packet, () => popper.wake())),
      onError: (error) => this.logger.error(error),
    });
    this.executor = executor;
    this.popper = popper;
    popper.start();
  }

  private requestHandlers(): Map<string, RequestHandler> {
    const handlers = new Map<string, RequestHandler>();
    for (const [pattern, handler] of this.messageHandlers) {
      if (handler.isEventHandler) continue;
      const contract = handler.extras?.['contract'] as MessageContract;
      handlers.set(pattern, {
        contract,
        run: (request, context) => this.runHandler(pattern, handler, request, context),
      });
    }
    return handlers;
  }

  /** Runs Nest's handler with its guards, pipes and interceptors between the processing hooks. */
  private runHandler(pattern: string, handler: MessageHandler, request: unknown, context: unknown): Promise<unknown> {
    return new Promise((resolve) => {
      this.runWithProcessingHooks(new RedisContext([pattern]), (runEndHook) => {
        resolve(onlyValueOf(handler(request, context)).finally(runEndHook));
        return Promise.resolve();
      });
    });
  }

  private async shutDown(): Promise<void> {
    this.isManuallyClosed = true;
    const drained = async (): Promise<boolean> => {
      await this.popper?.stop();
      await this.executor?.drain();
      return true;
    };
    const { promise: timeout, resolve } = Promise.withResolvers<false>();
    const drainTimer = setTimeout(() => resolve(false), this.settings.drainWithinMs ?? 20_000);
    if (!(await Promise.race([drained(), timeout]))) {
      this.logger.error(`closed with ${this.counters.inFlight} requests in flight: they were not finished in time`);
    }
    clearTimeout(drainTimer);
    this.disconnect();
  }

  private disconnect(): void {
    for (const unwatch of this.watches.splice(0)) unwatch();
    this.clock?.stop();
    for (const redis of this.connections) redis.disconnect();
  }
}

async function onlyValueOf(result: Promise<unknown>): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value, { defaultValue: undefined }) : value;
}
