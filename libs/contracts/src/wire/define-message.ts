import { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.js';
import type { RequestContext } from './request-context.js';

export const serviceNames = ['auth', 'sites', 'feedback'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A request may have a long text in this member: it is sent as it is, not as JSON, which costs several times as much. */
export interface LongText<Member extends string = string> {
  readonly text: Member;
  /** In this member the service gets the text's UTF-8 as well, unless the text has none; callers do not fill it in. */
  readonly utf8: Member;
}

/** Long texts of a reply, such as pages, are sent as they are, too. */
export interface LongReply<Request> {
  /** The member has a long text, wherever it is in the reply. */
  readonly member: string;
  /** The texts have at most this many bytes of UTF-8 together. So much is reserved before they are read. */
  maxBytes(request: Request): number;
}

/** One replica of one service answers the request. `pattern` is `<service>.<name>`. */
export interface MessageContract<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Code extends ErrorCode = ErrorCode,
> {
  readonly pattern: `${ServiceName}.${string}`;
  readonly request: Request;
  readonly reply: Reply;
  /** The handler may refuse with these, besides the transport's own codes. */
  readonly errors: readonly Code[];
  /** The caller waits for so many milliseconds; the transport's default applies if absent. */
  readonly timeoutMs?: number;
  readonly longText?: LongText<Extract<keyof z.input<Request>, string>>;
  readonly longReply?: LongReply<z.output<Request>>;
}

const nothing = z.object({});

/** @param parts without `request` or `reply` the message has no members there, and without `errors` it is never refused */
export function defineMessage<
  Request extends z.ZodType = typeof nothing,
  Reply extends z.ZodType = typeof nothing,
  const Code extends ErrorCode = never,
>(
  pattern: MessageContract['pattern'],
  parts: Partial<Omit<MessageContract<Request, Reply, Code>, 'pattern'>>,
): MessageContract<Request, Reply, Code> {
  const defaults = { request: nothing, reply: nothing, errors: [] };
  return { ...defaults, ...parts, pattern } as unknown as MessageContract<Request, Reply, Code>;
}

/** Returns the service, and so the request list, that a contract belongs to. */
export function serviceOf(contract: Pick<MessageContract, 'pattern'>): ServiceName {
  return contract.pattern.split('.')[0] as ServiceName;
}

export type RequestOf<M extends MessageContract> = z.output<M['request']>;
export type ReplyOf<M extends MessageContract> = z.output<M['reply']>;

/** A class that implements it has one method per message: a missing or mistyped handler does not compile. */
export type Handles<Messages extends Record<string, MessageContract>> = {
  [Name in keyof Messages]: (
    request: z.output<Messages[Name]['request']>,
    context: RequestContext,
  ) => Promise<z.input<Messages[Name]['reply']>>;
};

/** Every listening process receives a broadcast (cache invalidation). Nothing may depend on its arrival. */
export interface BroadcastContract<Payload extends z.ZodType = z.ZodType> {
  readonly pattern: string;
  readonly payload: Payload;
}

export function defineBroadcast<Payload extends z.ZodType>(
  pattern: string,
  payload: Payload,
): BroadcastContract<Payload> {
  return { pattern, payload };
}
