import {
  caseAdminMessages,
  caseDecisionBodySchema,
  caseDetailAnswerSchema,
  caseListAnswerSchema,
  caseListQuerySchema,
  caseNumbersAnswerSchema,
  openCaseBodySchema,
  type RequestContext,
  ServiceError,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { PageAnswers } from '../admission/page-answers.js';
import { Context, RequiresRole } from '../access/access.js';
import { streamedJson } from '../http/streamed-json.js';
import { UuidParam } from '../http/uuid-param.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';

const CaseId = () => UuidParam('id', () => new ServiceError('CASE_NOT_FOUND'));

@Controller('admin/v1')
export class AdminCasesHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly pages: PageAnswers,
  ) {}

  @Get('cases')
  @RequiresRole('moderator')
  @Calls(caseAdminMessages.listCases)
  @Documented({
    summary: 'Cases: those that wait for a moderator, overdue ones first, or those of a state.',
    query: caseListQuerySchema,
    answer: caseListAnswerSchema,
  })
  async listCases(
    @Query(new ZodPipe(caseListQuerySchema)) query: z.output<typeof caseListQuerySchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(caseAdminMessages.listCases, query, context)) };
  }

  @Post('cases')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Calls(caseAdminMessages.openCase)
  @Documented({
    summary: 'Opens a case about a page, or joins the one that it has.',
    body: openCaseBodySchema,
    answer: caseDetailAnswerSchema,
  })
  async openCase(
    @Body(new ZodPipe(openCaseBodySchema)) body: z.output<typeof openCaseBodySchema>,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return streamedJson({
      success: true,
      ...(await this.pages.call(caseAdminMessages.openCase, body, context, reply)),
    });
  }

  @Get('cases/:id')
  @RequiresRole('moderator')
  @Calls(caseAdminMessages.getCase)
  @Documented({
    summary: 'One case with its reports, its steps and the page’s source.',
    answer: caseDetailAnswerSchema,
  })
  async getCase(
    @CaseId() caseId: string,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return streamedJson({
      success: true,
      ...(await this.pages.call(caseAdminMessages.getCase, { caseId }, context, reply)),
    });
  }

  @Post('cases/:id/decision')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Calls(caseAdminMessages.decideCase)
  @Documented({
    summary: 'Decides about a case; stops or restores its page.',
    body: caseDecisionBodySchema,
    answer: caseDetailAnswerSchema,
  })
  async decideCase(
    @CaseId() caseId: string,
    @Body(new ZodPipe(caseDecisionBodySchema)) body: z.output<typeof caseDecisionBodySchema>,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return streamedJson({
      success: true,
      ...(await this.pages.call(caseAdminMessages.decideCase, { ...body, caseId }, context, reply)),
    });
  }

  @Get('case-numbers')
  @RequiresRole('moderator')
  @Calls(caseAdminMessages.countCases)
  @Documented({ summary: 'Cases of the last 365 days, counted.', answer: caseNumbersAnswerSchema })
  async countCases(@Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(caseAdminMessages.countCases, {}, context)) };
  }
}
