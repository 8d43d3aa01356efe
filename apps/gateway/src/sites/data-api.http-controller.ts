import { type RequestContext, ServiceError, siteMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { All, Controller, Head, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { Documented } from '../system/documented.js';

/** The one query of visitors: how many pages are live, everybody's. */
const countQuerySchema = z.strictObject({ select: z.string().optional(), is_active: z.literal('eq.true') });

@Controller('rest/v1')
export class DataApiHttpController {
  constructor(private readonly services: RequestClient) {}

  @Head('sites')
  @Access('caller')
  @Documented({ summary: 'The count of active sites, in Content-Range.', query: countQuerySchema })
  async countActiveSites(
    @Query() query: unknown,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (!countQuerySchema.safeParse(query).success) throw new ServiceError('PGRST100');
    const { count } = await this.services.call(siteMessages.countActiveSites, {}, context);
    void reply.header('content-range', count === 0 ? '*/0' : `0-${count - 1}/${count}`);
  }

  /** Whatever else is asked of the data API: the key is looked at first, then there is no such table. */
  @All('*')
  @Access('caller')
  refuse(): never {
    throw new ServiceError('PGRST205');
  }
}
