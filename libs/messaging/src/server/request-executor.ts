import {
  platformErrorCodes,
  requestContextSchema,
  ServiceError,
  type MessageContract,
  type RequestContext,
} from '@haru/contracts';
import { inRequestScope, withSpan, scopeOf } from '@haru/service-runtime';
import type { LoggerService } from '@nestjs/common';
import {
  decodeRequest,
  encodeReply,
  fits,
  parseBy,
  toWireError,
  type ReplyPacket,
  type RequestPacket,
} from '../wire/packet.js';
import type { RedisClock } from '../wire/redis-clock.js';
import type { ReplySender } from './reply-sender.js';
import type { TakenQuestion } from '../wire/taken-question.js';
import { outcomeOf, secondsSince, serverDurations, type RpcOutcome } from '../wire/rpc-metrics.js';
import { RETRY_AFTER_SECONDS } from '../wire/settings.js';

/** Every contract has these codes. */
const platformCodes: ReadonlySet<string> = new Set(platformErrorCodes);

/** After this time nobody waits for the answer. */
const TAKEN_ANSWER_MS = 1_000;

/** They count since the start, except `inFlight`. */
export interface RequestServerCounters {
  inFlight: number;
  /** These handlers ran, whether they answered or refused. */
  executed: number;
  /** These requests were dropped, because their deadline had passed when they were taken. */
  expired: number;
  /** These replies were discarded, because their callers' deadline had passed. */
  late: number;
  /** These packets were no requests. */
  malformed: number;
}

export interface RequestHandler {
  contract: MessageContract;
  run(request: unknown, context: RequestContext): Promise<unknown>;
}

interface TakenRequest extends RequestPacket {
  /** Releases the bytes reserved for its reply. */
  release?: () => void;
}

/** Tells whether a handler failed because a dependency is unavailable, such as its database. */
export type IsUnavailable = (error: unknown) => boolean;

/** Processes a request from the packet that was taken off the list to its reply. */
export class RequestExecutor {
  private readonly executing = new Set<Promise<void>>();
  /** `answerTaken` answers from this set. A request stays in it until Redis has its reply. */
  private readonly taken = new Set<string>();

  constructor(
    private readonly counters: RequestServerCounters,
    private readonly handlers: ReadonlyMap<string, RequestHandler>,
    private readonly clock: RedisClock,
    private readonly replies: ReplySender,
    private readonly logger: LoggerService,
    private readonly isUnavailable: IsUnavailable,
  ) {}

  /** @param done called when the packet no longer occupies a place */
  take(bytes: Buffer, done: () => void): void {
    let packet: RequestPacket;
    try {
      packet = decodeRequest(bytes);
    } catch (error) {
      // It cannot be answered: the address is in the packet.
      this.counters.malformed++;
      this.logger.error(error);
      return;
    }
    if (packet.deadline <= this.clock.now()) {
      this.counters.expired++;
      return;
    }
    this.counters.inFlight++;
    this.taken.add(keyOf(packet));
    const execution = this.execute(packet).finally(() => {
      this.executing.delete(execution);
      this.counters.inFlight--;
      done();
    });
    this.executing.add(execution);
  }

  /** Replies which of these requests are in flight here, once it is known whether Redis has popped them for this process. */
  async answerTaken({ id, replyTo, requests }: TakenQuestion, untilTaken: () => Promise<void>): Promise<void> {
    const isTaken = (request: number): boolean => this.taken.has(keyOf({ replyTo, id: request }));
    if (!requests.every(isTaken)) await untilTaken();
    const reply = requests.filter(isTaken);
    this.replies.add(replyTo, encodeReply({ id, reply }), this.clock.now() + TAKEN_ANSWER_MS);
  }

  /** Resolves when every request in flight is done and answered. */
  async drain(): Promise<void> {
    while (this.executing.size > 0) await Promise.all(this.executing);
    await this.replies.drain();
  }

  private async execute(packet: TakenRequest): Promise<void> {
    const answer = await this.answer(packet);
    if (packet.deadline <= this.clock.now()) {
      this.counters.late++;
      this.taken.delete(keyOf(packet));
    } else this.reply(packet, answer);
    packet.release?.();
  }

  private reply(packet: TakenRequest, answer: Omit<ReplyPacket, 'id'>): void {
    let line = encodeReply({ ...answer, id: packet.id }, this.handlers.get(packet.pattern)?.contract.longReply);
    if (!fits(line)) {
      this.logger.error(new Error(`the reply to ${packet.pattern} is over the limit`), {
        requestId: requestIdOf(packet),
      });
      line = encodeReply({ id: packet.id, error: { code: 'PAYLOAD_TOO_LARGE' } });
    }
    this.replies.add(packet.replyTo, line, packet.deadline, () => this.taken.delete(keyOf(packet)));
  }

  private async answer(packet: TakenRequest): Promise<Omit<ReplyPacket, 'id'>> {
    const startedAt = performance.now();
    const handler = this.handlers.get(packet.pattern);
    let outcome: RpcOutcome = 'ok';
    try {
      return { reply: await this.run(handler, packet) };
    } catch (error) {
      const refusal = this.refusalOf(error, packet, handler?.contract);
      outcome = outcomeOf(refusal);
      return { error: toWireError(refusal) };
    } finally {
      serverDurations.of(handler ? packet.pattern : 'unknown', outcome).observe(secondsSince(startedAt));
    }
  }

  private refusalOf(error: unknown, packet: RequestPacket, contract: MessageContract | undefined): ServiceError {
    if (!(error instanceof ServiceError)) return this.fault(error, packet);
    if (!contract || contract.errors.includes(error.code) || platformCodes.has(error.code)) return error;
    const text = `${packet.pattern} was refused with ${error.code}, which its contract does not list`;
    const fault = this.fault(new Error(text, { cause: error }), packet);
    // A test that reaches this fails. In operation the caller needs the handler's own code.
    return process.env['NODE_ENV'] === 'test' ? fault : error;
  }

  /** Returns what the caller learns of an unexpected error. */
  private fault(error: unknown, packet: RequestPacket): ServiceError {
    this.logger.error(asError(error), { requestId: requestIdOf(packet), pattern: packet.pattern });
    if (!this.isUnavailable(error)) return new ServiceError('UNKNOWN_ERROR', { cause: error });
    return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  }

  private async run(handler: RequestHandler | undefined, packet: TakenRequest): Promise<unknown> {
    // Callers may have a newer version than this process during a rolling update.
    if (!handler)
      throw new ServiceError('SERVICE_UNAVAILABLE', { cause: new Error(`no handler for ${packet.pattern}`) });
    const context = parseBy(requestContextSchema, packet.context, 'context');
    const request = parseBy(handler.contract.request, packet.request);
    packet.release = this.replies.reserve(handler.contract.longReply?.maxBytes(request) ?? 0);
    this.counters.executed++;
    return withSpan('server', packet.pattern, context, (traced) =>
      inRequestScope(scopeOf(traced), () => handler.run(request, traced)),
    );
  }
}

const keyOf = ({ replyTo, id }: Pick<RequestPacket, 'replyTo' | 'id'>): string => `${replyTo} ${id}`;

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`thrown: ${JSON.stringify(thrown)}`);
}

function requestIdOf({ context }: RequestPacket): string | undefined {
  const parsed = requestContextSchema.safeParse(context);
  return parsed.success ? parsed.data.requestId : undefined;
}
