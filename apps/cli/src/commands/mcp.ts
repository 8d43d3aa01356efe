import { createInterface } from 'node:readline';
import type { Api } from '../api.js';
import { CommandError } from '../errors.js';
import type { Answer } from '../http/send.js';
import type { CommandContext } from './command.js';

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; uri?: string; _meta?: Record<string, string | undefined> };
}

interface Reply {
  result?: { protocolVersion?: string };
}

/** See https://www.jsonrpc.org/specification#error_object. */
const INTERNAL_ERROR = -32_603;

/** Reads an assistant's messages as lines of JSON, sends them to the service, and writes the answers. */
export async function mcp(_operands: string[], { api }: CommandContext): Promise<void> {
  const bridge = new Bridge(api);
  const calls = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const call = bridge.forward(line).finally(() => calls.delete(call));
    calls.add(call);
  }
  await Promise.all(calls);
}

class Bridge {
  /** A client of 2025 agrees on a version once; later clients name it in each message. */
  private version: string | undefined;

  constructor(private readonly api: Api) {}

  async forward(line: string): Promise<void> {
    const message = read<Message>(line) ?? {};
    try {
      const answer = await this.api.sendMessage(line, this.headersOf(message));
      for (const reply of repliesIn(answer, message)) {
        if (message.method === 'initialize') this.version = read<Reply>(reply)?.result?.protocolVersion;
        process.stdout.write(`${reply}\n`);
      }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (message.id !== undefined) process.stdout.write(`${errorFor(message, error.message)}\n`);
    }
  }

  private headersOf({ method = '', params }: Message): Record<string, string> {
    const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
    if (version === undefined) return this.version === undefined ? {} : { 'mcp-protocol-version': this.version };
    const name = params?.name ?? params?.uri;
    return {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    };
  }
}

/** The service answers JSON, or one event to clients of 2025. */
function repliesIn({ status, headers, text }: Answer, message: Message): string[] {
  if (text === '') return [];
  if (headers['content-type']?.startsWith('text/event-stream')) {
    return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []));
  }
  const body = read<{ jsonrpc?: string; message?: string; hint?: string }>(text);
  if (body?.jsonrpc !== undefined) return [text];
  const reason = body?.message === undefined ? `The service answered ${status}.` : `${body.message} ${body.hint ?? ''}`;
  return message.id === undefined ? [] : [errorFor(message, reason.trim())];
}

function errorFor({ id }: Message, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } });
}

function read<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
