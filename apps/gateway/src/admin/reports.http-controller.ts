import {
  reportAdminMessages,
  reportAdminRoutes,
  reportListQuerySchema,
  reportStateBodySchema,
  reportTextBodySchema,
  type RequestContext,
  ServiceError,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Context } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls } from '../open-api/documented.js';
import { Route } from '../open-api/route.js';

type ListQuery = z.output<typeof reportListQuerySchema>;
type DecisionBody = z.output<typeof reportAdminRoutes.decideFalseAlarm.body>;
type StateBody = z.output<typeof reportStateBodySchema>;
type TextBody = z.output<typeof reportTextBodySchema>;

const ReportId = () => UuidParam('id', () => new ServiceError('REPORT_NOT_FOUND'));

@Controller()
export class ReportsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(reportAdminRoutes.listReports, { summary: 'Reports, newest first.' })
  @Calls(reportAdminMessages.listReports)
  async listReports(
    @Query(new ZodPipe(reportAdminRoutes.listReports.query)) query: ListQuery,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(reportAdminMessages.listReports, query, context)) };
  }

  @Route(reportAdminRoutes.getReport, { summary: 'One report with its notes and answers.' })
  @Calls(reportAdminMessages.getReport)
  async getReport(@ReportId() reportId: string, @Context() context: RequestContext) {
    return { success: true, report: await this.services.call(reportAdminMessages.getReport, { reportId }, context) };
  }

  @Route(reportAdminRoutes.setReportState, { summary: 'Sets how far the work is.' })
  @Calls(reportAdminMessages.setReportState)
  async setReportState(
    @ReportId() reportId: string,
    @Body(new ZodPipe(reportAdminRoutes.setReportState.body)) { state }: StateBody,
    @Context() context: RequestContext,
  ) {
    return {
      success: true,
      report: await this.services.call(reportAdminMessages.setReportState, { reportId, state }, context),
    };
  }

  @Route(reportAdminRoutes.decideFalseAlarm, { summary: 'Decides whether a refused page may be published.' })
  @Calls(reportAdminMessages.decideFalseAlarm)
  async decideFalseAlarm(
    @ReportId() reportId: string,
    @Body(new ZodPipe(reportAdminRoutes.decideFalseAlarm.body)) { accepted }: DecisionBody,
    @Context() context: RequestContext,
  ) {
    return {
      success: true,
      report: await this.services.call(reportAdminMessages.decideFalseAlarm, { reportId, accepted }, context),
    };
  }

  @Route(reportAdminRoutes.addReportNote, { summary: 'Adds an internal note.' })
  @Calls(reportAdminMessages.addReportNote)
  async addReportNote(
    @ReportId() reportId: string,
    @Body(new ZodPipe(reportAdminRoutes.addReportNote.body)) { text }: TextBody,
    @Context() context: RequestContext,
  ) {
    return {
      success: true,
      entry: await this.services.call(reportAdminMessages.addReportNote, { reportId, text }, context),
    };
  }

  @Route(reportAdminRoutes.answerReport, { summary: 'Mails an answer to the reporter.' })
  @Calls(reportAdminMessages.answerReport)
  async answerReport(
    @ReportId() reportId: string,
    @Body(new ZodPipe(reportAdminRoutes.answerReport.body)) { text }: TextBody,
    @Context() context: RequestContext,
  ) {
    return {
      success: true,
      entry: await this.services.call(reportAdminMessages.answerReport, { reportId, text }, context),
    };
  }
}
