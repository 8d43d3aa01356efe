import {
  reportAdminMessages,
  reportAnswerSchema,
  reportEntryAnswerSchema,
  reportListQuerySchema,
  reportPageAnswerSchema,
  reportStateBodySchema,
  reportTextBodySchema,
  type RequestContext,
  ServiceError,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Context, RequiresRole } from '../access/access.js';
import { UuidParam } from '../http/uuid-param.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Documented } from '../open-api/documented.js';

type ListQuery = z.output<typeof reportListQuerySchema>;
type StateBody = z.output<typeof reportStateBodySchema>;
type TextBody = z.output<typeof reportTextBodySchema>;

const ReportId = () => UuidParam('id', () => new ServiceError('REPORT_NOT_FOUND'));

/** Reports, for people with a role to work through. */
@Controller('admin/v1')
export class ReportsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Get('reports')
  @RequiresRole('moderator')
  @Documented({
    summary: 'Reports, newest first.',
    query: reportListQuerySchema,
    answer: reportPageAnswerSchema,
    calls: [reportAdminMessages.listReports],
  })
  async listReports(@Query(new ZodPipe(reportListQuerySchema)) query: ListQuery, @Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(reportAdminMessages.listReports, query, context)) };
  }

  @Get('reports/:id')
  @RequiresRole('moderator')
  @Documented({
    summary: 'One report with its notes and answers.',
    answer: reportAnswerSchema,
    calls: [reportAdminMessages.getReport],
  })
  async getReport(@ReportId() reportId: string, @Context() context: RequestContext) {
    return { success: true, report: await this.services.call(reportAdminMessages.getReport, { reportId }, context) };
  }

  @Put('reports/:id/state')
  @RequiresRole('moderator')
  @Documented({
    summary: 'Sets how far the work is.',
    body: reportStateBodySchema,
    answer: reportAnswerSchema,
    calls: [reportAdminMessages.setReportState],
  })
  async setReportState(
    @ReportId() reportId: string,
    @Body(new ZodPipe(reportStateBodySchema)) { state }: StateBody,
    @Context() context: RequestContext,
  ) {
    return {
      success: true,
      report: await this.services.call(reportAdminMessages.setReportState, { reportId, state }, context),
    };
  }

  @Post('reports/:id/notes')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Documented({
    summary: 'Adds an internal note.',
    body: reportTextBodySchema,
    answer: reportEntryAnswerSchema,
    calls: [reportAdminMessages.addReportNote],
  })
  async addReportNote(
    @ReportId() reportId: string,
    @Body(new ZodPipe(reportTextBodySchema)) { text }: TextBody,
    @Context() context: RequestContext,
  ) {
    return {
      success: true,
      entry: await this.services.call(reportAdminMessages.addReportNote, { reportId, text }, context),
    };
  }

  @Post('reports/:id/answers')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Documented({
    summary: 'Mails an answer to the reporter.',
    body: reportTextBodySchema,
    answer: reportEntryAnswerSchema,
    calls: [reportAdminMessages.answerReport],
  })
  async answerReport(
    @ReportId() reportId: string,
    @Body(new ZodPipe(reportTextBodySchema)) { text }: TextBody,
    @Context() context: RequestContext,
  ) {
    return {
      success: true,
      entry: await this.services.call(reportAdminMessages.answerReport, { reportId, text }, context),
    };
  }
}
