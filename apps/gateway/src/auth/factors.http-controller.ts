import {
  challengeAnswerSchema,
  enrolAnswerSchema,
  enrolBodySchema,
  factorIdAnswerSchema,
  factorMessages,
  type RequestContext,
  ServiceError,
  sessionAnswerSchema,
  verifyFactorBodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Delete, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls, Documented } from '../open-api/documented.js';

@Controller('auth/v1/factors')
export class FactorsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Post()
  @Access('account')
  @Calls(factorMessages.enrolFactor)
  @Documented({ summary: 'Makes an authenticator-app factor.', body: enrolBodySchema, answer: enrolAnswerSchema })
  enrolFactor(@Body() body: z.output<typeof enrolBodySchema>, @Context() context: RequestContext) {
    const request = {
      factorType: body.factor_type,
      friendlyName: body.friendly_name ?? '',
      issuer: body.issuer ?? undefined,
    };
    return this.services.call(factorMessages.enrolFactor, request, context);
  }

  @Post(':factorId/challenge')
  @Access('account')
  @RateLimit('factorChallenge')
  @Calls(factorMessages.challengeFactor)
  @Documented({ summary: 'Begins a check of a factor.', answer: challengeAnswerSchema })
  challengeFactor(@UuidParam('factorId') factorId: string, @Context() context: RequestContext) {
    return this.services.call(factorMessages.challengeFactor, { factorId }, context);
  }

  @Post(':factorId/verify')
  @Access('account')
  @RateLimit('factorVerify')
  @Calls(factorMessages.verifyFactor)
  @Documented({
    summary: 'Raises the session to aal2 by a code of the factor.',
    body: verifyFactorBodySchema,
    answer: sessionAnswerSchema,
  })
  verifyFactor(
    @UuidParam('factorId') factorId: string,
    @Body() body: z.output<typeof verifyFactorBodySchema>,
    @Context() context: RequestContext,
  ) {
    if (!body.code) throw new ServiceError('validation_failed', { message: 'code is required' });
    const request = { factorId, challengeId: body.challenge_id ?? '', code: body.code };
    return this.services.call(factorMessages.verifyFactor, request, context);
  }

  @Delete(':factorId')
  @Access('account')
  @Calls(factorMessages.unenrolFactor)
  @Documented({ summary: 'Removes a factor.', answer: factorIdAnswerSchema })
  unenrolFactor(@UuidParam('factorId') factorId: string, @Context() context: RequestContext) {
    return this.services.call(factorMessages.unenrolFactor, { factorId }, context);
  }
}
