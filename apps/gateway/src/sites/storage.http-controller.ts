import {
  removedObjectsSchema,
  removeObjectsBodySchema,
  type RequestContext,
  ServiceError,
  siteMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { All, Body, Controller, Delete, Param, Req } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context, type IdentifiedRequest } from '../access/access.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { RateLimits } from '../rate-limits/rate-limits.js';

/** The one bucket holds what viewers get of each site. */
const BUCKET = 'html-sites';

/** This serves the storage part of the public client. */
@Controller('storage/v1')
export class StorageHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly limits: RateLimits,
  ) {}

  @Delete('object/:bucket')
  @Access('caller')
  @RateLimit('rowChange')
  @Calls(siteMessages.removeArtifacts)
  @Documented({
    summary: 'Removes artifacts of own sites from storage.',
    body: removeObjectsBodySchema,
    answer: removedObjectsSchema,
  })
  async removeArtifacts(
    @Param('bucket') bucket: string,
    @Body() { prefixes }: z.output<typeof removeObjectsBodySchema>,
    @Req() http: IdentifiedRequest,
    @Context() context: RequestContext,
  ): Promise<z.output<typeof removedObjectsSchema>> {
    if (bucket !== BUCKET) throw new ServiceError('BUCKET_NOT_FOUND');
    const request = { storagePaths: prefixes };
    const { removed } = await this.services.call(siteMessages.removeArtifacts, request, context);
    await this.limits.add({ name: 'rowChange', points: removed.length - 1 }, http);
    return removed.map((name) => ({ name, bucket_id: BUCKET }));
  }

  @All('*')
  @Access('caller')
  refuse(): never {
    throw new ServiceError('ROUTE_NOT_FOUND');
  }
}
