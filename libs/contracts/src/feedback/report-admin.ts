import { z } from 'zod';
import { limits } from '../limits.js';
import { reportTypes } from './report-rules.js';

/** How far the work on a report has come. Answering makes it `answered`, opening alone nothing. */
export const reportStates = ['new', 'seen', 'answered', 'closed'] as const;
export type ReportState = (typeof reportStates)[number];

const reportSummarySchema = z.object({
  id: z.uuid(),
  type: z.enum(reportTypes),
  state: z.enum(reportStates),
  title: z.string(),
  created_at: z.iso.datetime(),
  /** Whether the reporter left an address to be answered at. */
  answerable: z.boolean(),
});
export type ReportSummary = z.infer<typeof reportSummarySchema>;

/** What staff wrote about a report: an internal note, or an answer that was mailed. */
export const reportEntrySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['note', 'answer']),
  text: z.string(),
  /** The account that wrote it; null: the service key. */
  author_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  /** What became of the mail; null for notes and for mails under way. `void`: the address had been removed. */
  mail: z.enum(['sent', 'void', 'refused', 'failed']).nullable(),
});
export type ReportEntry = z.infer<typeof reportEntrySchema>;

export const reportDetailSchema = reportSummarySchema.extend({
  description: z.string(),
  email: z.string().nullable(),
  /** The account it was sent from, if any. */
  account_id: z.uuid().nullable(),
  page: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Oldest first. */
  entries: z.array(reportEntrySchema),
});
export type ReportDetail = z.infer<typeof reportDetailSchema>;

/** `GET /admin/v1/reports`. Newest first; `cursor` is the `next` of the page before. */
export const reportListQuerySchema = z.object({
  state: z.enum(reportStates).optional(),
  type: z.enum(reportTypes).optional(),
  /** Part of the title or the description, whatever its case. */
  search: z.string().max(limits.reportTitleMaxLength).optional(),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const reportPageSchema = z.object({
  reports: z.array(reportSummarySchema),
  /** Leads to the next page; null on the last one. */
  next: z.string().nullable(),
});
export type ReportPage = z.infer<typeof reportPageSchema>;

/** `PUT /admin/v1/reports/{id}/state` */
export const reportStateBodySchema = z.object({ state: z.enum(reportStates) });

/** `POST /admin/v1/reports/{id}/notes` and `…/answers` */
export const reportTextBodySchema = z.object({ text: z.string().max(20_000) });

/** The last hours, the present one last; hours without a report are there with 0. */
export const reportNumbersSchema = z.object({
  hours: z.array(z.object({ hour: z.iso.datetime(), count: z.int().nonnegative() })),
});
export type ReportNumbers = z.infer<typeof reportNumbersSchema>;

/** Likes ever counted. */
export const likesTotalSchema = z.object({ total: z.int().nonnegative() });

const success = z.literal(true);

/** The answers under `/admin/v1`. */
export const reportPageAnswerSchema = reportPageSchema.extend({ success });
export const reportAnswerSchema = z.object({ success, report: reportDetailSchema });
export const reportEntryAnswerSchema = z.object({ success, entry: reportEntrySchema });
