import { caseAdminMessages, caseAdminRoutes, type RequestContext, ServiceError } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PageAnswers } from '../admission/page-answers.js';
import { Context } from '../access/access.js';
import { streamedJson } from '../http/streamed-json.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, type QueryOf, Route } from '../open-api/route.js';

const CaseId = () => UuidParam('id', () => new ServiceError('CASE_NOT_FOUND'));

@Controller()
export class AdminCasesHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly pages: PageAnswers,
  ) {}

  @Route(caseAdminRoutes.listCases, {
    summary: 'Cases: those that wait for a moderator, overdue ones first, or those of a state.',
  })
  @Calls(caseAdminMessages.listCases)
  async listCases(@Query() query: QueryOf<typeof caseAdminRoutes.listCases>, @Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(caseAdminMessages.listCases, query, context)) };
  }

  @Route(caseAdminRoutes.openCase, { summary: 'Opens a case about a page, or joins the one that it has.' })
  @Calls(caseAdminMessages.openCase)
  async openCase(
    @Body() body: BodyOf<typeof caseAdminRoutes.openCase>,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.pages.call(caseAdminMessages.openCase, body, context, reply);
    return streamedJson({ success: true, ...answer });
  }

  @Route(caseAdminRoutes.getCase, { summary: 'One case with its reports, its steps and the page’s source.' })
  @Calls(caseAdminMessages.getCase)
  async getCase(
    @CaseId() caseId: string,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.pages.call(caseAdminMessages.getCase, { caseId }, context, reply);
    return streamedJson({ success: true, ...answer });
  }

  @Route(caseAdminRoutes.decideCase, { summary: 'Decides about a case; stops or restores its page.' })
  @Calls(caseAdminMessages.decideCase)
  async decideCase(
    @CaseId() caseId: string,
    @Body() body: BodyOf<typeof caseAdminRoutes.decideCase>,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.pages.call(caseAdminMessages.decideCase, { ...body, caseId }, context, reply);
    return streamedJson({ success: true, ...answer });
  }

  @Route(caseAdminRoutes.countCases, { summary: 'Cases of the last 365 days, counted.' })
  @Calls(caseAdminMessages.countCases)
  async countCases(@Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(caseAdminMessages.countCases, {}, context)) };
  }
}
