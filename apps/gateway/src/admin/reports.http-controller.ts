import { reportAdminMessages, reportAdminRoutes, type RequestContext, ServiceError } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query } from '@nestjs/common';
import { Context } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, type QueryOf, Route } from '../open-api/route.js';

const ReportId = () => UuidParam('id', () => new ServiceError('REPORT_NOT_FOUND'));

@Controller()
export class ReportsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(reportAdminRoutes.listReports, { summary: 'Reports, newest first.' })
  @Calls(reportAdminMessages.listReports)
  async listReports(@Query() query: QueryOf<typeof reportAdminRoutes.listReports>, @Context() context: RequestContext) {
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
    @Body() { state }: BodyOf<typeof reportAdminRoutes.setReportState>,
    @Context() context: RequestContext,
  ) {
    const report = await this.services.call(reportAdminMessages.setReportState, { reportId, state }, context);
    return { success: true, report };
  }

  @Route(reportAdminRoutes.decideFalseAlarm, { summary: 'Decides whether a refused page may be published.' })
  @Calls(reportAdminMessages.decideFalseAlarm)
  async decideFalseAlarm(
    @ReportId() reportId: string,
    @Body() { accepted }: BodyOf<typeof reportAdminRoutes.decideFalseAlarm>,
    @Context() context: RequestContext,
  ) {
    const report = await this.services.call(reportAdminMessages.decideFalseAlarm, { reportId, accepted }, context);
    return { success: true, report };
  }

  @Route(reportAdminRoutes.addReportNote, { summary: 'Adds an internal note.' })
  @Calls(reportAdminMessages.addReportNote)
  async addReportNote(
    @ReportId() reportId: string,
    @Body() { text }: BodyOf<typeof reportAdminRoutes.addReportNote>,
    @Context() context: RequestContext,
  ) {
    const entry = await this.services.call(reportAdminMessages.addReportNote, { reportId, text }, context);
    return { success: true, entry };
  }

  @Route(reportAdminRoutes.answerReport, { summary: 'Mails an answer to the reporter.' })
  @Calls(reportAdminMessages.answerReport)
  async answerReport(
    @ReportId() reportId: string,
    @Body() { text }: BodyOf<typeof reportAdminRoutes.answerReport>,
    @Context() context: RequestContext,
  ) {
    const entry = await this.services.call(reportAdminMessages.answerReport, { reportId, text }, context);
    return { success: true, entry };
  }
}
