import type { IncomingHttpHeaders } from 'node:http';
import { type PageAddresses, type PublishLimits, ServiceError } from '@haru/contracts';
import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/server';
import { Injectable, Logger } from '@nestjs/common';
import type { IdentifiedRequest } from '../access/access.js';
import { Setting } from '../settings.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { RouteCalls } from './route-calls.js';
import { toolErrorOf } from './tool-errors.js';
import { editKeyOf } from './tools/page.js';
import { tools, toolsFor } from './tools/tools.js';

/** A client may cache the list of tools for a minute. No cache is shared, because the list depends on the credential. */
const cacheHint = { ttlMs: 60_000, cacheScope: 'private' } as const;

const instructions =
  'Publishes web pages, which are PUBLIC to anyone who has their address. Start with publish_page; no account is needed. A page that was published without one is changed with its edit_key. Errors have code, message and hint: do what hint says.';

interface McpAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/**
 * Answers each request with a server of its own: nothing is remembered between two calls, so every replica answers
 * alike, and no stream outlives its request.
 */
@Injectable()
export class McpServers {
  private readonly logger = new Logger(McpServers.name);
  constructor(
    private readonly routes: RouteCalls,
    @Setting('addresses') private readonly addresses: PageAddresses,
    @Setting('PUBLISH_LIMITS') private readonly limits: PublishLimits,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
    @Setting('PRODUCT_NAME') private readonly productName: string,
  ) {}

  async answer(request: IdentifiedRequest): Promise<McpAnswer> {
    // The package takes 33 MiB, so it is loaded with the first call.
    const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
    const info = { name: 'haru', title: this.productName, version: '1', websiteUrl: this.origin };
    const handler = createMcpHandler(() => {
      const { server } = new McpServer(info, {
        instructions,
        capabilities: { tools: { listChanged: false } },
        cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
      });
      const shown = toolsFor(request.context.caller).map((tool) => tool.shown);
      server.setRequestHandler('tools/list', () => ({ tools: shown }));
      server.setRequestHandler('tools/call', ({ params }) => this.callTool(params, request));
      return server;
    });
    const asked = new Request(`${this.origin}/mcp`, {
      method: request.method,
      headers: protocolHeadersOf(request.headers),
    });
    const response = await handler.fetch(asked, { parsedBody: request.body });
    const type = response.headers.get('content-type');
    const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
    return { status: response.status, headers, text: await response.text() };
  }

  private async callTool(
    { name, arguments: given }: CallToolRequest['params'],
    request: IdentifiedRequest,
  ): Promise<CallToolResult> {
    const { caller } = request.context;
    try {
      const tool = tools.find((each) => each.name === name);
      if (!tool) throw new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'name', message: 'no such tool' }] });
      const input = new ZodPipe(tool.input).transform(given);
      const result = await tool.run(input, {
        call: this.routes.of(request, editKeyOf(input)),
        addresses: this.addresses,
        limits: this.limits,
        hasAccount: caller.role === 'authenticated',
        canRead: caller.role === 'authenticated' && (caller.credential?.scopes.includes('read') ?? false),
      });
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
    } catch (error) {
      return this.refusal(error, given);
    }
  }

  /** Clients of 2025 would check structured content against the schema of a success, so an error is text alone. */
  private refusal(error: unknown, input: unknown): CallToolResult {
    const known = toolErrorOf(error, this.origin, input);
    if (!known) this.logger.error(error);
    const shown = known ?? toolErrorOf(new ServiceError('UNKNOWN_ERROR'), this.origin);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(shown) }] };
  }
}

/** The package needs no credential and no cookie. */
function protocolHeadersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const isOfProtocol = (name: string) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-');
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      isOfProtocol(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}
