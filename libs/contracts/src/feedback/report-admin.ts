import { z } from 'zod';
import { limits } from '../limits.js';
import { FALSE_ALARM, reportTypes } from './report-rules.js';
import { sha256Schema } from '../sites/tree.js';
import { defineRoute } from '../wire/define-route.js';

/** This is the progress of work on a report. Answering makes it `answered`; opening alone changes nothing. */
export const reportStates = ['new', 'seen', 'answered', 'closed'] as const;
export type ReportState = (typeof reportStates)[number];

const shownTypes = z.enum([...reportTypes, FALSE_ALARM]);

const reportSummarySchema = z.object({
  id: z.uuid(),
  type: shownTypes,
  state: z.enum(reportStates),
  title: z.string(),
  created_at: z.iso.datetime(),
  /** The reporter left an address for an answer. */
  answerable: z.boolean(),
});
export type ReportSummary = z.infer<typeof reportSummarySchema>;

/** Staff wrote this about a report: an internal note, or an answer that was mailed. */
export const reportEntrySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['note', 'answer']),
  text: z.string(),
  /** This account wrote it; null: the service key. */
  author_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  /** This is the outcome of the mail; null for notes and for unsent mails. `void`: the address had been removed. */
  mail: z.enum(['sent', 'void', 'refused', 'failed']).nullable(),
});
export type ReportEntry = z.infer<typeof reportEntrySchema>;

export const reportDetailSchema = reportSummarySchema.extend({
  description: z.string(),
  email: z.string().nullable(),
  /** The report was sent from this account, if any. */
  account_id: z.uuid().nullable(),
  page: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** A false alarm has the hash of the refused page, and the page until it is decided, at most 30 days. */
  content_hash: sha256Schema.nullable(),
  refused_page: z.string().nullable(),
  /** The oldest stands first. */
  entries: z.array(reportEntrySchema),
});
export type ReportDetail = z.infer<typeof reportDetailSchema>;

/** `GET /admin/v1/reports` lists the newest first; `cursor` is the `next` of the page before. */
export const reportListQuerySchema = z.object({
  state: z.enum(reportStates).optional(),
  type: shownTypes.optional(),
  /** This is part of the title or the description, in upper or lower case. */
  search: z.string().max(limits.reportTitleMaxLength).optional(),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const reportPageSchema = z.object({
  reports: z.array(reportSummarySchema),
  /** It is the cursor of the next page; null on the last one. */
  next: z.string().nullable(),
});
export type ReportPage = z.infer<typeof reportPageSchema>;

/** `PUT /admin/v1/reports/{id}/state` */
export const reportStateBodySchema = z.object({ state: z.enum(reportStates) });

/** `POST /admin/v1/reports/{id}/decision` closes a false alarm; an accepted page can be published. */
export const reportDecisionBodySchema = z.object({ accepted: z.boolean() });

/** `POST /admin/v1/reports/{id}/notes` and `…/answers` */
export const reportTextBodySchema = z.object({ text: z.string().max(20_000) });

/** The last hours are listed, the present one last; hours without a report have 0. */
export const reportNumbersSchema = z.object({
  hours: z.array(z.object({ hour: z.iso.datetime(), count: z.int().nonnegative() })),
});
export type ReportNumbers = z.infer<typeof reportNumbersSchema>;

/** This is the number of all likes. */
export const likesTotalSchema = z.object({ total: z.int().nonnegative() });

const success = z.literal(true);

/** These are the answers under `/admin/v1`. */
export const reportPageAnswerSchema = reportPageSchema.extend({ success });
export const reportAnswerSchema = z.object({ success, report: reportDetailSchema });
export const reportEntryAnswerSchema = z.object({ success, entry: reportEntrySchema });

export const reportAdminRoutes = {
  listReports: defineRoute('GET /admin/v1/reports', 'moderator', {
    query: reportListQuerySchema,
    answer: reportPageAnswerSchema,
  }),
  getReport: defineRoute('GET /admin/v1/reports/:id', 'moderator', { answer: reportAnswerSchema }),
  setReportState: defineRoute('PUT /admin/v1/reports/:id/state', 'moderator', {
    body: reportStateBodySchema,
    answer: reportAnswerSchema,
  }),
  decideFalseAlarm: defineRoute('POST /admin/v1/reports/:id/decision', 'moderator', {
    body: reportDecisionBodySchema,
    answer: reportAnswerSchema,
  }),
  addReportNote: defineRoute('POST /admin/v1/reports/:id/notes', 'moderator', {
    body: reportTextBodySchema,
    answer: reportEntryAnswerSchema,
  }),
  answerReport: defineRoute('POST /admin/v1/reports/:id/answers', 'moderator', {
    body: reportTextBodySchema,
    answer: reportEntryAnswerSchema,
  }),
};
