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
import { Calls, Documented } from '../open-api/documented.js';

type ListQuery = z.output<typeof reportListQuerySchema>;
type StateBody = z.output<typeof reportStateBodySchema>;
type TextBody = z.output<typeof reportTextBodySchema>;

const ReportId = () => UuidParam('id', () => new ServiceError('REPORT_NOT_FOUND'));

@Controller('admin/v1')
export class ReportsHttpController {
  constructor(private readonly services: RequestClient) {}

  @Get('reports')
  @RequiresRole('moderator')
  @Calls(reportAdminMessages.listReports)
  @Documented({ summary: 'Reports, newest first.', query: reportListQuerySchema, answer: reportPageAnswerSchema })
  async listReports(@Query(new ZodPipe(reportListQuerySchema)) query: ListQuery, @Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(reportAdminMessages.listReports, query, context)) };
  }

  @Get('reports/:id')
  @RequiresRole('moderator')
  @Calls(reportAdminMessages.getReport)
  @Documented({ summary: 'One report with its notes and answers.', answer: reportAnswerSchema })
  async getReport(@ReportId() reportId: string, @Context() context: RequestContext) {
    return { success: true, report: await this.services.call(reportAdminMessages.getReport, { reportId }, context) };
  }

  @Put('reports/:id/state')
  @RequiresRole('moderator')
  @Calls(reportAdminMessages.setReportState)
  @Documented({ summary: 'Sets how far the work is.', body: reportStateBodySchema, answer: reportAnswerSchema })
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
  @Calls(reportAdminMessages.addReportNote)
  @Documented({ summary: 'Adds an internal note.', body: reportTextBodySchema, answer: reportEntryAnswerSchema })
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
  @Calls(reportAdminMessages.answerReport)
  @Documented({
    summary: 'Mails an answer to the reporter.',
    body: reportTextBodySchema,
    answer: reportEntryAnswerSchema,
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
