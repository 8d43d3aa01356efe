import { hash, randomBytes } from 'node:crypto';
import {
  answerCaseBodySchema,
  type CaseAnswer,
  caseAnswerSchema,
  caseMessages,
  objectToCaseBodySchema,
  type OwnCasesAnswer,
  ownCasesAnswerSchema,
  ownCasesQuerySchema,
  readCaseBodySchema,
  type ReportSiteAnswer,
  reportSiteAnswerSchema,
  reportSiteBodySchema,
  type RequestContext,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Access, AllowWithoutMfa, Context } from '../access/access.js';
import { ENV, type ServiceEnv } from '../config.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RequiresProof } from '../proofs/proof.guard.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { limitsOfSiteReport } from '../rate-limits/auth-limits.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

/** Reporters and owners file, see and change cases here. The secrets of case pages are not passed on to services. */
@Controller('functions/v1')
export class CasesHttpController {
  constructor(
    private readonly services: RequestClient,
    @Inject(ENV) private readonly env: Pick<ServiceEnv, 'PUBLIC_ORIGIN'>,
  ) {}

  @Post('report-site')
  @Access('caller')
  @AllowWithoutMfa()
  @RequiresProof('always')
  @RateLimit('reportAddress', 'reportAccount', limitsOfSiteReport)
  @HttpCode(200)
  @Calls(caseMessages.reportSite)
  @Documented({
    summary: 'Reports a page; answers the private page of the case.',
    headers: proofHeadersSchema,
    refusals: ['PROOF_REQUIRED'],
    body: reportSiteBodySchema,
    answer: reportSiteAnswerSchema,
  })
  async reportSite(
    @Body(new ZodPipe(reportSiteBodySchema)) body: z.output<typeof reportSiteBodySchema>,
    @Context() context: RequestContext,
  ): Promise<ReportSiteAnswer> {
    const { path, kind, description, email, concerns_sexual_images: concernsSexualImages } = body;
    const token = randomBytes(32).toString('base64url');
    const report = {
      ...{ path, kind, description, tokenHash: hashOf(token) },
      email: email ?? undefined,
      concernsSexualImages: concernsSexualImages ?? undefined,
    };
    await this.services.call(caseMessages.reportSite, report, context);
    return { success: true, case_url: `${this.env.PUBLIC_ORIGIN}/case#${token}` };
  }

  @Post('read-case')
  @Access('caller')
  @AllowWithoutMfa()
  @HttpCode(200)
  @Calls(caseMessages.readCase)
  @Documented({
    summary: 'A case, as the holder of its secret may see it.',
    body: readCaseBodySchema,
    answer: caseAnswerSchema,
  })
  async readCase(
    @Body(new ZodPipe(readCaseBodySchema)) { token }: z.output<typeof readCaseBodySchema>,
    @Context() context: RequestContext,
  ): Promise<CaseAnswer> {
    const reply = await this.services.call(caseMessages.readCase, { tokenHash: hashOf(token) }, context);
    return { success: true, ...reply };
  }

  @Post('answer-case')
  @Access('caller')
  @AllowWithoutMfa()
  @HttpCode(200)
  @Calls(caseMessages.answerCase)
  @Documented({ summary: 'The owner’s answer to an inquiry.', body: answerCaseBodySchema, answer: caseAnswerSchema })
  async answerCase(
    @Body(new ZodPipe(answerCaseBodySchema)) { text, ...ref }: z.output<typeof answerCaseBodySchema>,
    @Context() context: RequestContext,
  ): Promise<CaseAnswer> {
    const reply = await this.services.call(caseMessages.answerCase, { text, ...refOf(ref) }, context);
    return { success: true, ...reply };
  }

  @Post('object-to-case')
  @Access('caller')
  @AllowWithoutMfa()
  @HttpCode(200)
  @Calls(caseMessages.objectToCase)
  @Documented({
    summary: 'The owner’s objection to the stop of a page, once.',
    body: objectToCaseBodySchema,
    answer: caseAnswerSchema,
  })
  async objectToCase(
    @Body(new ZodPipe(objectToCaseBodySchema)) { reason, ...ref }: z.output<typeof objectToCaseBodySchema>,
    @Context() context: RequestContext,
  ): Promise<CaseAnswer> {
    const reply = await this.services.call(caseMessages.objectToCase, { reason, ...refOf(ref) }, context);
    return { success: true, ...reply };
  }

  @Get('own-cases')
  @Access('account')
  @Calls(caseMessages.listOwnCases)
  @Documented({
    summary: 'Cases about own pages, newest first.',
    query: ownCasesQuerySchema,
    answer: ownCasesAnswerSchema,
  })
  async listOwnCases(
    @Query(new ZodPipe(ownCasesQuerySchema)) query: z.output<typeof ownCasesQuerySchema>,
    @Context() context: RequestContext,
  ): Promise<OwnCasesAnswer> {
    const { cases, next } = await this.services.call(caseMessages.listOwnCases, query, context);
    return { success: true, cases, next };
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

function refOf({ token, id }: { token?: string | null | undefined; id?: string | null | undefined }) {
  return { tokenHash: token == null ? undefined : hashOf(token), id: id ?? undefined };
}
