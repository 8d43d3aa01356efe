import { rowsMaxBytes, ServiceError } from '@haru/contracts';
import { networkOf } from '@haru/service-runtime';
import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnsentPages } from '../admission/unsent-pages.js';
import { memberOf } from '../http/member-of.js';
import { Access, type IdentifiedRequest, TakesEditKeys } from '../access/access.js';
import { TakesOwnOrigin } from '../http/browser-requests.js';
import type { RateLimitName } from '../rate-limits/limit-table.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { McpServers } from './mcp-servers.js';

/** Answers without a page are shorter. */
const LONG_ANSWER = 256 * 1024;

/** See https://www.jsonrpc.org/specification#error_object. */
const METHOD_NOT_FOUND = -32_601;

/** Assistants call tools here: Model Context Protocol over streamable HTTP, which answers other methods with 405. */
@Controller('mcp')
export class McpHttpController {
  constructor(
    private readonly servers: McpServers,
    private readonly unsent: UnsentPages,
  ) {}

  @All()
  @Access('caller', 'any')
  @TakesEditKeys()
  @TakesOwnOrigin()
  @RateLimit(limitsOfList)
  async handle(@Req() request: IdentifiedRequest, @Res() reply: FastifyReply): Promise<void> {
    // A batch would count as one request in the limits. The protocol has none since 2025-06-18.
    if (Array.isArray(request.body)) {
      const faults = [{ field: '', message: 'The body is one JSON-RPC message' }];
      throw new ServiceError('VALIDATION_FAILED', { faults });
    }
    // The list of tools does not change, so there is nothing to subscribe to, and no stream that has to end.
    if (methodOf(request) === 'subscriptions/listen') {
      const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
      void reply.status(404).send({ jsonrpc: '2.0', id: memberOf(request.body, 'id') ?? null, error });
      return;
    }
    const { status, headers, text } = await this.servers.answer(request);
    // The routes that tools call count a page only until it is in memory here.
    if (text.length > LONG_ANSWER) {
      await this.unsent.reserve(networkOf(request.ip, 'client'), reply.raw, Math.min(text.length, rowsMaxBytes));
      this.unsent.noteRead(reply.raw);
    }
    void reply.status(status).headers(headers).send(text);
  }
}

function limitsOfList(request: FastifyRequest): RateLimitName[] {
  return methodOf(request) === 'tools/list' ? ['toolLists'] : [];
}

const methodOf = ({ body }: FastifyRequest): unknown => memberOf(body, 'method');
