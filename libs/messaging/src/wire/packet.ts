import {
  currentVersionSchema,
  isErrorCode,
  pageFindingSchema,
  ServiceError,
  weakPasswordReasons,
  type CurrentVersion,
  type FieldFault,
  type LongReply,
  type LongText,
  type PageFinding,
  type RequestContext,
  type WeakPasswordReason,
} from '@haru/contracts';
import { z } from 'zod';
import { PACKET_MAX_BYTES, REPLY_PREFIX } from './settings.js';

const LINE_BREAK = 0x0a;

/** A text of at least this many UTF-16 units is encoded here. */
const SHORT_TEXT_LENGTH = 16 * 1024;

/** A request on its list is JSON, and after a line break the long text that was taken out of it. */
export interface RequestPacket {
  /** The id increases within `replyTo`. */
  id: number;
  pattern: string;
  /** The deadline is by the clock of Redis, in ms since 1970; after it the caller no longer waits for the reply. */
  deadline: number;
  /** This is the address of the calling process. */
  replyTo: string;
  context: unknown;
  request: unknown;
}

export interface WireError {
  code: string;
  message?: string;
  faults?: readonly FieldFault[];
  retryAfterSeconds?: number;
  status?: number;
  reasons?: readonly WeakPasswordReason[];
  current?: CurrentVersion;
  findings?: readonly PageFinding[];
}

/** A reply is a line of JSON, and after a line break the long texts that were taken out of it. Many make a message. */
export interface ReplyPacket {
  id: number;
  reply?: unknown;
  error?: WireError;
}

const requestPacketSchema = z.object({
  id: z.number(),
  pattern: z.string(),
  deadline: z.number(),
  replyTo: z.string().startsWith(REPLY_PREFIX),
  context: z.unknown(),
  request: z.unknown(),
  longText: z.string().optional(),
  utf8: z.string().optional(),
});

const replyPacketSchema = z.object({
  id: z.number(),
  reply: z.unknown().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string().optional(),
      faults: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
      retryAfterSeconds: z.number().optional(),
      status: z.int().optional(),
      reasons: z.array(z.enum(weakPasswordReasons)).optional(),
      current: currentVersionSchema.optional(),
      findings: z.array(pageFindingSchema).optional(),
    })
    .optional(),
  /** Where `reply` has `member`, it holds an index into `bytes`, which are the lengths of the texts that follow. */
  texts: z.object({ member: z.string(), bytes: z.array(z.int().nonnegative()) }).optional(),
});

/** @returns the packet's text, or its UTF-8 where that costs less when sent to Redis */
export function encodeRequest(
  packet: RequestPacket & { context: RequestContext },
  longText?: LongText,
): string | Buffer {
  if (!longText) return JSON.stringify(packet);
  const { [longText.text]: text, ...request } = packet.request as Record<string, unknown>;
  // Unpaired surrogates have no UTF-8 form: JSON carries them, so that the service can refuse them.
  if (typeof text !== 'string' || !text.isWellFormed()) return JSON.stringify(packet);
  const head = `${JSON.stringify({ ...packet, longText: longText.text, utf8: longText.utf8, request })}\n`;
  if (text.length < SHORT_TEXT_LENGTH) return head + text;
  // Each byte is written once: the client of Redis would measure, join and encode a string.
  const headBytes = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(headBytes + Buffer.byteLength(text));
  bytes.write(head);
  bytes.write(text, headBytes);
  return bytes;
}

/** @throws SyntaxError or ZodError when it is not a valid request */
export function decodeRequest(packet: Buffer): RequestPacket {
  // This JSON has no line breaks of its own.
  const lineBreak = packet.indexOf(LINE_BREAK);
  const head = packet.toString('utf8', 0, lineBreak === -1 ? packet.length : lineBreak);
  const { longText, utf8, ...decoded } = requestPacketSchema.parse(JSON.parse(head));
  if (longText === undefined) return decoded;
  if (lineBreak === -1) throw new SyntaxError('the packet ends before its text');
  const bytes = packet.subarray(lineBreak + 1);
  const texts = { [longText]: bytes.toString(), ...(utf8 === undefined ? {} : { [utf8]: bytes }) };
  return { ...decoded, request: { ...Object(decoded.request), ...texts } };
}

/** @returns the packet's text, or its bytes if it has long texts */
export function encodeReply(packet: ReplyPacket, longReply?: Pick<LongReply<never>, 'member'>): string | Buffer {
  if (!longReply) return JSON.stringify(packet);
  const { member } = longReply;
  const texts: string[] = [];
  const bytes: number[] = [];
  // The lengths are the last member, so they are complete when they are written.
  const head = JSON.stringify({ ...packet, texts: { member, bytes } }, (name, value: unknown) => {
    const isLong = name === member && typeof value === 'string' && value.length >= SHORT_TEXT_LENGTH;
    // Unpaired surrogates have no UTF-8 form.
    if (!isLong || !value.isWellFormed()) return value;
    texts.push(value);
    return bytes.push(Buffer.byteLength(value)) - 1;
  });
  if (texts.length === 0) return head;
  let at = Buffer.byteLength(head) + 1;
  const message = Buffer.allocUnsafe(at + bytes.reduce((sum, length) => sum + length, 0));
  message.write(`${head}\n`);
  for (const text of texts) at += message.write(text, at);
  return message;
}

/** JSON has no line breaks of its own, and the lengths of texts are known, so replies can be joined to one message. */
export function joinReplies(replies: readonly (string | Buffer)[]): string | Buffer {
  const [first = ''] = replies;
  return replies.length === 1 ? first : replies.join('\n');
}

/** @throws SyntaxError or ZodError when one is not a valid reply */
export function decodeReplies(message: Buffer): ReplyPacket[] {
  const replies: ReplyPacket[] = [];
  for (let at = 0; at < message.length; at++) {
    const lineBreak = message.indexOf(LINE_BREAK, at);
    const end = lineBreak === -1 ? message.length : lineBreak;
    const { texts, ...packet } = replyPacketSchema.parse(JSON.parse(message.toString('utf8', at, end)));
    at = end;
    if (texts && texts.bytes.length > 0) {
      at += 1;
      const found = texts.bytes.map((length) => message.toString('utf8', at, (at += length)));
      if (at > message.length) throw new SyntaxError('the message ends before its texts');
      putTexts(packet.reply, texts.member, found);
    }
    replies.push(packet);
  }
  return replies;
}

function putTexts(value: unknown, member: string, texts: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === member && typeof inner === 'number') Reflect.set(value, name, texts[inner]);
    else putTexts(inner, member, texts);
  }
}

/** Counts bytes only where the number of characters does not decide whether the packet fits. */
export function fits(text: string | Buffer, maxBytes = PACKET_MAX_BYTES): boolean {
  if (typeof text !== 'string') return text.length <= maxBytes;
  // A UTF-16 unit is at most 3 bytes of UTF-8.
  return text.length * 3 <= maxBytes || (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes);
}

export function toWireError(error: ServiceError): WireError {
  return {
    code: error.code,
    message: error.hasOwnMessage ? error.message : undefined,
    faults: error.faults.length > 0 ? error.faults : undefined,
    retryAfterSeconds: error.retryAfterSeconds,
    status: error.status,
    reasons: error.reasons.length > 0 ? error.reasons : undefined,
    current: error.current,
    findings: error.findings.length > 0 ? error.findings : undefined,
  };
}

/** Restores the error that the handler threw; an unknown code of a newer service becomes an unknown error. */
export function fromWireError(wire: WireError): ServiceError {
  if (!isErrorCode(wire.code))
    return new ServiceError('UNKNOWN_ERROR', { cause: new Error(`unknown code ${wire.code}`) });
  return new ServiceError(wire.code, {
    message: wire.message,
    faults: wire.faults && [...wire.faults],
    retryAfterSeconds: wire.retryAfterSeconds,
    status: wire.status,
    reasons: wire.reasons && [...wire.reasons],
    current: wire.current,
    findings: wire.findings && [...wire.findings],
  });
}

/**
 * Parses a value by its schema.
 * @throws ServiceError `VALIDATION_FAILED` that names each member that does not fit, below `at`
 */
export function parseBy<Schema extends z.ZodType>(schema: Schema, value: unknown, at = ''): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => ({
    field: [...(at ? [at] : []), ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  throw new ServiceError('VALIDATION_FAILED', { faults });
}
