import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

/** Calls a tool, and returns the JSON of its answer. */
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

const identity = { name: 'accept', version: '1' };
const answerSchema = z.looseObject({ content: z.tuple([z.looseObject({ text: z.string() })]) });
const objectSchema = z.record(z.string(), z.unknown());

const textOf = (answer: unknown) => objectSchema.parse(JSON.parse(answerSchema.parse(answer).content[0].text));

/** The official clients, of the specifications of 2026 and 2025. */
export const connectors: Readonly<Record<string, (url: string) => Promise<CallTool>>> = {
  'client 2': async (url) => {
    const client = new Client(identity);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await client.listTools();
    return async (name, args) => textOf(await client.callTool({ name, arguments: args }));
  },
  'client of 2025': async (url) => {
    const client = new Client2025(identity);
    await client.connect(new Transport2025(new URL(url)));
    await client.listTools();
    return async (name, args) => textOf(await client.callTool({ name, arguments: args }));
  },
};
