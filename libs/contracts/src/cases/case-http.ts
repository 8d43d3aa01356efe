import { z } from 'zod';
import { caseKinds } from './case-rules.js';
import { caseTextSchema, caseTokenSchema, caseViewSchema } from './case-view.js';
import { defineRoute } from '../wire/define-route.js';

const success = z.literal(true);

/**
 * `POST /functions/v1/report-site` needs no account. Unknown members are ignored, null means absent. `description` and
 * `email` are checked as those of a bug report are, with its codes (`REPORT_BLANK`, `REPORT_EMAIL_INVALID` …).
 */
export const reportSiteBodySchema = z.object({
  path: z.string().max(300),
  kind: z.enum(caseKinds),
  /** The text has 1 to 1,000 characters. */
  description: z.string(),
  /** News of the case is mailed here; without it there is only the case page. */
  email: z.string().nullish(),
  /** The reporter may claim this for `rights` and `privacy`; moderators read it. */
  concerns_sexual_images: z.boolean().nullish(),
});

/** `{app}/case#{token}` is the reporter's private page. It is shown this once, and in mails. */
export const reportSiteAnswerSchema = z.object({ success, case_url: z.url() });
export type ReportSiteAnswer = z.infer<typeof reportSiteAnswerSchema>;

/** `answer-case` and `object-to-case` answer this too: the case as it is after the change. */
export const caseAnswerSchema = z.object({ success, case: caseViewSchema });
export type CaseAnswer = z.infer<typeof caseAnswerSchema>;

/** The case is named by the owner's token, or by its id if the page's owner is signed in. */
const ownCaseRef = { token: caseTokenSchema.nullish(), id: z.uuid().nullish() };
const isOneRef = ({ token, id }: { token?: string | null | undefined; id?: string | null | undefined }) =>
  (token == null) !== (id == null);

/** `GET /functions/v1/own-cases` lists cases of the caller's pages, from when the owner was asked or the page stopped. */
export const ownCasesQuerySchema = z.object({ cursor: z.string().max(100).optional() });
/** The newest stands first; `next` is the cursor of the next page, null on the last one. */
export const ownCasesAnswerSchema = z.object({ success, cases: z.array(caseViewSchema), next: z.string().nullable() });
export type OwnCasesAnswer = z.infer<typeof ownCasesAnswerSchema>;

export const caseRoutes = {
  reportSite: defineRoute('POST /functions/v1/report-site', 'caller', {
    body: reportSiteBodySchema,
    answer: reportSiteAnswerSchema,
  }),
  /** 404 `CASE_NOT_FOUND` answers an unknown token. */
  readCase: defineRoute('POST /functions/v1/read-case', 'caller', {
    body: z.object({ token: caseTokenSchema }),
    answer: caseAnswerSchema,
  }),
  /** It sends the owner's answer to an inquiry. */
  answerCase: defineRoute('POST /functions/v1/answer-case', 'caller', {
    body: z.object({ ...ownCaseRef, text: caseTextSchema }).refine(isOneRef),
    answer: caseAnswerSchema,
  }),
  /** An objection is possible once. */
  objectToCase: defineRoute('POST /functions/v1/object-to-case', 'caller', {
    body: z.object({ ...ownCaseRef, reason: caseTextSchema }).refine(isOneRef),
    answer: caseAnswerSchema,
  }),
  listOwnCases: defineRoute('GET /functions/v1/own-cases', 'account', {
    query: ownCasesQuerySchema,
    answer: ownCasesAnswerSchema,
  }),
};
