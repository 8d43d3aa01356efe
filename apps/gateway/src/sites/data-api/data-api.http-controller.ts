import { pageBytesOf, type ReplyOf, type RequestContext, ServiceError, siteMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { All, Controller, Delete, Get, Head, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PageAnswers } from '../../admission/page-answers.js';
import { Access, Context, AllowWithoutMfa, type IdentifiedRequest, TakesEditKeys } from '../../access/access.js';
import type { RateLimitName } from '../../rate-limits/limit-table.js';
import { RateLimit } from '../../rate-limits/rate-limit.guard.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { Calls, Documented } from '../../open-api/documented.js';
import { changeDocument, countDocument, listDocument } from './data-api-documents.js';
import {
  answerChange,
  contentRange,
  type DataRequest,
  readDataRequest,
  refuseInsert,
  sendRows,
} from './data-api-request.js';

const changesSchema = z.record(z.string(), z.unknown());

/** This is the table `sites` for the data part of the public client. */
@Controller('rest/v1')
export class DataApiHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly limits: RateLimits,
    private readonly pages: PageAnswers,
  ) {}

  /** Visitors may count everybody's pages with this one query; every other query counts the caller's own. */
  @Head('sites')
  @Access('caller', 'read')
  @TakesEditKeys()
  @AllowWithoutMfa()
  @Calls(siteMessages.countActiveSites, siteMessages.listSites)
  @Documented({ summary: 'The count of active sites, in Content-Range.', ...countDocument })
  async countSites(
    @Req() request: FastifyRequest,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const data = readDataRequest(request);
    const { count } = countsEverybody(data)
      ? await this.services.call(siteMessages.countActiveSites, {}, context)
      : { count: (await this.list({ ...data, single: false }, 'totalOnly', context, reply)).total ?? 0 };
    void reply.header('content-range', contentRange(0, count, count));
  }

  @Get('sites')
  @Access('caller', 'read')
  @TakesEditKeys()
  @RateLimit(limitsOfList)
  @Calls(siteMessages.listSites)
  @Documented({ summary: 'Own sites.', ...listDocument })
  async listSites(
    @Req() request: FastifyRequest,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const data = readDataRequest(request);
    const { rows, total } = await this.list(data, data.count ? 'rowsAndTotal' : 'rows', context, reply);
    void reply.status(total !== undefined && rows.length < total ? 206 : 200);
    void reply.header('content-range', contentRange(data.query.offset, rows.length, total));
    sendRows(data.single, rows, reply);
  }

  @Patch('sites')
  @Access('caller', 'edit')
  @TakesEditKeys()
  @RateLimit('rowChange', limitsOfChange)
  @Calls(siteMessages.updateSites)
  @Documented({ summary: 'Changes own sites: path, noindex, expires_at.', ...changeDocument, body: changesSchema })
  async updateSites(
    @Req() request: IdentifiedRequest,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const changes = changesSchema.safeParse(request.body);
    if (!changes.success || Object.keys(changes.data).length === 0) throw new ServiceError('PGRST102');
    const data = readDataRequest(request);
    const asked = { ...changeOf(data), changes: changes.data };
    const changed = await this.pages.call(siteMessages.updateSites, asked, context, reply);
    await this.answer(data, changed, request, reply);
  }

  @Delete('sites')
  @Access('caller', 'delete')
  @RateLimit('rowChange')
  @Calls(siteMessages.deleteSites)
  @Documented({ summary: 'Deletes own sites.', ...changeDocument })
  async deleteSites(
    @Req() request: IdentifiedRequest,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const data = readDataRequest(request);
    const deleted = await this.pages.call(siteMessages.deleteSites, changeOf(data), context, reply);
    await this.answer(data, deleted, request, reply);
  }

  @Post('sites')
  @Access('caller')
  @Documented({ summary: 'Refused: sites are made by create-site.', status: 403 })
  insertSites(@Context() context: RequestContext): never {
    refuseInsert(context);
  }

  @Put('sites')
  @Access('caller')
  @Documented({ summary: 'Refused: sites are made by create-site.', status: 403 })
  upsertSites(@Context() context: RequestContext): never {
    refuseInsert(context);
  }

  @All('rpc/*')
  @Access('caller')
  refuseFunction(): never {
    throw new ServiceError('PGRST202');
  }

  /** Any other address of the data API checks the key first, then answers that there is no such table. */
  @All(['', '*'])
  @Access('caller')
  refuse(): never {
    throw new ServiceError('PGRST205');
  }

  /** The first row was counted before. */
  private async answer(
    data: DataRequest,
    changed: ReplyOf<typeof siteMessages.updateSites>,
    request: IdentifiedRequest,
    reply: FastifyReply,
  ): Promise<void> {
    await this.limits.add({ name: 'rowChange', points: changed.total - 1 }, request);
    answerChange(data, changed, reply);
  }

  private list(
    { query, single }: DataRequest,
    want: 'rows' | 'rowsAndTotal' | 'totalOnly',
    context: RequestContext,
    reply: FastifyReply,
  ) {
    return this.pages.call(siteMessages.listSites, { ...query, want, single }, context, reply);
  }
}

/** Lists without pages are cheap. */
function limitsOfList(request: FastifyRequest): RateLimitName[] {
  const { query, single } = readDataRequest(request);
  return pageBytesOf({ ...query, single }) > 0 ? ['pageReads'] : [];
}

/** Only paths are scarce. */
function limitsOfChange({ body }: FastifyRequest): RateLimitName[] {
  return typeof body === 'object' && body !== null && 'path' in body ? ['pathChange'] : [];
}

function countsEverybody({ query: { filters } }: DataRequest): boolean {
  const [filter, ...others] = filters;
  return (
    others.length === 0 &&
    filter !== undefined &&
    'column' in filter &&
    filter.column === 'is_active' &&
    ['eq', 'is'].includes(filter.operator) &&
    filter.values[0] === 'true'
  );
}

/** @throws ServiceError PGRST100 when it asks for an order or a part of what matches */
function changeOf({ query, single, returns, maxAffected }: DataRequest) {
  if (query.order.length > 0 || query.limit !== undefined || query.offset > 0) throw new ServiceError('PGRST100');
  return { filters: query.filters, single, maxAffected, ...(returns ? { returning: query.columns } : {}) };
}
