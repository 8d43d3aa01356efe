import { z } from 'zod';
import { limits } from '../limits.js';
import { sha256Schema } from '../sites/tree.js';
import { defineRoute } from '../wire/define-route.js';
import { reportTypes } from './report-rules.js';

/** A browser's description of itself is cut, not refused: a report must not fail for a long address. */
const aside = z
  .string()
  .nullish()
  .transform((text) => text?.replaceAll('\0', '').toWellFormed().slice(0, limits.reportAsideMaxLength) || undefined);

/** `POST /functions/v1/submit-feedback` and `…/submit-bug-report`. Unknown members are ignored, null means absent. */
export const submitReportBodySchema = z.object({
  type: z.enum(reportTypes),
  title: z.string().nullish(),
  description: z.string().nullish(),
  email: z.string().nullish(),
  /** The reporter was here in the product. */
  page: aside,
  user_agent: aside,
  /** This is a random id that the browser stores, so that people behind one address can each like once a day. */
  device: z.string().max(100).nullish(),
});
export type SubmitReportBody = z.input<typeof submitReportBodySchema>;

/** A like has no report; a repeated one is thanked for like the first and does not count. */
export const submitReportAnswerSchema = z.object({
  success: z.literal(true),
  report: z.object({ id: z.uuid() }).optional(),
  like: z.object({ counted: z.boolean() }).optional(),
});
export type SubmitReportAnswer = z.infer<typeof submitReportAnswerSchema>;

/** It reports that a refused page is harmless. */
export const falseAlarmRoute = defineRoute('POST /functions/v1/report-false-alarm', 'caller', {
  body: z.object({
    /** It says what was found where, and why the page is harmless. */
    description: z.string().max(20_000),
    email: z.string().nullish(),
    /** This is the SHA-256 of the page's UTF-8. */
    content_hash: sha256Schema,
    /** This is the page, if its author lets staff read it; without it they cannot accept the page. */
    html_content: z.string().max(limits.htmlMaxBytes).nullish(),
  }),
  answer: z.object({ success: z.literal(true), report: z.object({ id: z.uuid() }) }),
});
