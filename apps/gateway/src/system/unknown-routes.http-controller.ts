import { ServiceError } from '@haru/contracts';
import { All, Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, RequiresRole } from '../access/access.js';
import { OpenApi } from '../open-api/open-api.js';

/** Any other address below our prefixes checks the key first, then answers in the prefix's own shape. */
@Controller()
export class UnknownRoutesHttpController {
  constructor(private readonly openApi: OpenApi) {}

  @All(['auth/v1/*', 'functions/v1/*'])
  @Access('key')
  refuse(@Req() request: FastifyRequest): never {
    return this.refuseUnknown(request);
  }

  /** For callers without a role every address below is the same. */
  @All('admin/v1/*')
  @RequiresRole('moderator')
  refuseOfAdmin(@Req() request: FastifyRequest): never {
    return this.refuseUnknown(request);
  }

  private refuseUnknown(request: FastifyRequest): never {
    const [path] = request.url.split('?');
    const isKnown = this.openApi.routes().some((route) => route.path === path);
    throw new ServiceError(isKnown ? 'METHOD_NOT_ALLOWED' : 'ROUTE_NOT_FOUND');
  }
}
