import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import {
  likesTotalSchema,
  reportDetailSchema,
  reportDecisionBodySchema,
  reportEntrySchema,
  reportListQuerySchema,
  reportNumbersSchema,
  reportPageSchema,
  reportStateBodySchema,
  reportTextBodySchema,
} from './report-admin.js';

const one = z.object({ reportId: z.uuid() });

/** Only people with a role may use these; the service checks it as the gateway does. */
export const reportAdminMessages = {
  listReports: defineMessage('feedback.listReports', {
    request: reportListQuerySchema,
    reply: reportPageSchema,
    errors: ['FORBIDDEN_ROLE', 'VALIDATION_FAILED'],
  }),
  getReport: defineMessage('feedback.getReport', {
    request: one,
    reply: reportDetailSchema,
    errors: ['FORBIDDEN_ROLE', 'REPORT_NOT_FOUND'],
  }),
  setReportState: defineMessage('feedback.setReportState', {
    request: one.extend(reportStateBodySchema.shape),
    reply: reportDetailSchema,
    errors: ['FORBIDDEN_ROLE', 'REPORT_NOT_FOUND'],
  }),
  /** A page is accepted only while staff can read it. */
  decideFalseAlarm: defineMessage('feedback.decideFalseAlarm', {
    request: one.extend(reportDecisionBodySchema.shape),
    reply: reportDetailSchema,
    errors: ['FORBIDDEN_ROLE', 'REPORT_NOT_FOUND', 'CASE_CONCERNS_CALLER'],
  }),
  /** Only the operators see notes. */
  addReportNote: defineMessage('feedback.addReportNote', {
    request: one.extend(reportTextBodySchema.shape),
    reply: reportEntrySchema,
    errors: ['FORBIDDEN_ROLE', 'REPORT_NOT_FOUND', 'REPORT_TEXT_INVALID'],
  }),
  /** Mails the text to the reporter and marks the report as answered. */
  answerReport: defineMessage('feedback.answerReport', {
    request: one.extend(reportTextBodySchema.shape),
    reply: reportEntrySchema,
    errors: ['FORBIDDEN_ROLE', 'REPORT_NOT_FOUND', 'REPORT_TEXT_INVALID', 'REPORT_NOT_ANSWERABLE'],
  }),
  countReportsPerHour: defineMessage('feedback.countReportsPerHour', {
    request: z.object({ hours: z.int().min(1).max(720) }),
    reply: reportNumbersSchema,
    errors: ['FORBIDDEN_ROLE'],
  }),
  likesTotal: defineMessage('feedback.likesTotal', { reply: likesTotalSchema, errors: ['FORBIDDEN_ROLE'] }),
};
