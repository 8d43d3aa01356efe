import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { limits } from '../limits.js';
import { sha256Schema } from '../sites/tree.js';
import { FALSE_ALARM, reportTypes } from './report-rules.js';

/** This is a SHA-256 in base64url: the service only needs to know whether two are equal. */
const hash = z.string().length(43);

const submission = z.object({
  type: z.enum([...reportTypes, FALSE_ALARM]),
  title: z.string(),
  description: z.string(),
  email: z.string().optional(),
  page: z.string().max(limits.reportAsideMaxLength).optional(),
  /** These are members of a false alarm: the SHA-256 of the refused page and, with its author's consent, the page. */
  contentHash: sha256Schema.optional(),
  refusedPage: z.string().optional(),
  userAgent: z.string().max(limits.reportAsideMaxLength).optional(),
  /** This is the hash of the random id that the sender's browser stores, if it sent one. */
  device: hash.optional(),
  /** This is the hash of the sender's address; of IPv6, of its /64. */
  network: hash,
  idempotencyKey: z.string().min(1).max(limits.idempotencyKeyMaxLength).optional(),
});
export type Submission = z.output<typeof submission>;

const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('report'), id: z.uuid() }),
  z.object({ kind: z.literal('like'), counted: z.boolean() }),
]);
export type SubmissionOutcome = z.infer<typeof outcome>;

const errors = [
  'REPORT_BLANK',
  'REPORT_TITLE_TOO_LONG',
  'REPORT_DESCRIPTION_TOO_LONG',
  'REPORT_NOT_TEXT',
  'REPORT_EMAIL_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

/** The caller's account, if any, is stored. With an idempotency key a repeat gets the first result. */
export const feedbackMessages = {
  submitFeedback: defineMessage('feedback.submitFeedback', { request: submission, reply: outcome, errors }),
  submitBugReport: defineMessage('feedback.submitBugReport', { request: submission, reply: outcome, errors }),
};
