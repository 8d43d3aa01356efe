import { z } from 'zod';
import { caseKinds } from './case-rules.js';
import { caseTextSchema, caseTokenSchema, caseViewSchema } from './case-view.js';

const success = z.literal(true);

/**
 * `POST /functions/v1/report-site`, without an account too. Unknown members are ignored, null means absent. `description`
 * and `email` are checked as those of a bug report are, with its codes (`REPORT_BLANK`, `REPORT_EMAIL_INVALID` …).
 */
export const reportSiteBodySchema = z.object({
  path: z.string().max(300),
  kind: z.enum(caseKinds),
  /** 1 to 1,000 characters. */
  description: z.string(),
  /** Where to be told what happens; without one there is only the case page. */
  email: z.string().nullish(),
  /** Of `rights` and `privacy`: the reporter's word, which moderators read. */
  concerns_sexual_images: z.boolean().nullish(),
});
export type ReportSiteBody = z.input<typeof reportSiteBodySchema>;

/** `{app}/case#{token}`: the reporter's private page. It is shown this once, and in mails. */
export const reportSiteAnswerSchema = z.object({ success, case_url: z.url() });
export type ReportSiteAnswer = z.infer<typeof reportSiteAnswerSchema>;

/** `POST /functions/v1/read-case`: no account needed, whatever session there is. 404 `CASE_NOT_FOUND` for an unknown token. */
export const readCaseBodySchema = z.object({ token: caseTokenSchema });

/** Also of `answer-case` and `object-to-case`: the case as it is then. */
export const caseAnswerSchema = z.object({ success, case: caseViewSchema });
export type CaseAnswer = z.infer<typeof caseAnswerSchema>;

/** Which case: by the owner's token, or by its id, for the page's owner who is signed in. */
const ownCaseRef = { token: caseTokenSchema.nullish(), id: z.uuid().nullish() };
const isOneRef = ({ token, id }: { token?: string | null | undefined; id?: string | null | undefined }) =>
  (token == null) !== (id == null);

/** `POST /functions/v1/answer-case`: the owner's answer to an inquiry. */
export const answerCaseBodySchema = z.object({ ...ownCaseRef, text: caseTextSchema }).refine(isOneRef);

/** `POST /functions/v1/object-to-case`: once. */
export const objectToCaseBodySchema = z.object({ ...ownCaseRef, reason: caseTextSchema }).refine(isOneRef);

/** `GET /functions/v1/own-cases`: of the caller's pages, from when the owner was asked or the page stopped. */
export const ownCasesQuerySchema = z.object({ cursor: z.string().max(100).optional() });
/** Newest first; `next` is the cursor of the next page, null on the last one. */
export const ownCasesAnswerSchema = z.object({ success, cases: z.array(caseViewSchema), next: z.string().nullable() });
export type OwnCasesAnswer = z.infer<typeof ownCasesAnswerSchema>;
