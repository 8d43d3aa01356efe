import { type Handles, reportAdminMessages, type RequestContext, type RequestOf, requireRole } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { ChangeReport } from './change-report.js';
import { CountFeedback } from './count-feedback.js';
import { ReadReports } from './read-reports.js';

type Payload<Name extends keyof typeof reportAdminMessages> = RequestOf<(typeof reportAdminMessages)[Name]>;

@Controller()
export class ReportAdminMessageController implements Handles<typeof reportAdminMessages> {
  constructor(
    private readonly reading: ReadReports,
    private readonly changing: ChangeReport,
    private readonly counting: CountFeedback,
  ) {}

  @HandleMessage(reportAdminMessages.listReports)
  async listReports(request: Payload<'listReports'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return this.reading.list(request);
  }

  @HandleMessage(reportAdminMessages.getReport)
  async getReport({ reportId }: Payload<'getReport'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return this.reading.get(reportId);
  }

  @HandleMessage(reportAdminMessages.setReportState)
  async setReportState({ reportId, state }: Payload<'setReportState'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    await this.changing.setState(reportId, state, context);
    return this.reading.get(reportId);
  }

  @HandleMessage(reportAdminMessages.decideFalseAlarm)
  async decideFalseAlarm({ reportId, accepted }: Payload<'decideFalseAlarm'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    await this.changing.decideFalseAlarm(reportId, accepted, context);
    return this.reading.get(reportId);
  }

  @HandleMessage(reportAdminMessages.addReportNote)
  async addReportNote({ reportId, text }: Payload<'addReportNote'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    return this.changing.addNote(reportId, text, context);
  }

  @HandleMessage(reportAdminMessages.answerReport)
  async answerReport({ reportId, text }: Payload<'answerReport'>, context: RequestContext) {
    requireRole(context.caller, 'moderator');
    return this.changing.answer(reportId, text, context);
  }

  @HandleMessage(reportAdminMessages.countReportsPerHour)
  async countReportsPerHour({ hours }: Payload<'countReportsPerHour'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return { hours: await this.counting.reportsPerHour(hours) };
  }

  @HandleMessage(reportAdminMessages.likesTotal)
  async likesTotal(_request: Payload<'likesTotal'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return { total: await this.counting.likesTotal() };
  }
}
