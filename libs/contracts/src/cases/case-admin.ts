import { z } from 'zod';
import { pageFindingSchema } from '../page-rules/page-rules.js';
import { moderationReasonSchema } from '../sites/moderation/moderation-messages.js';
import { caseDecisionNames, caseKinds, caseOrigins, caseStates } from './case-rules.js';
import { casePageSchema, casePageStates, caseStepSchema } from './case-view.js';
import { defineRoute } from '../wire/define-route.js';

const time = z.iso.datetime();
const success = z.literal(true);

const caseSummarySchema = z.object({
  id: z.uuid(),
  site_id: z.uuid(),
  page: casePageSchema,
  kind: z.enum(caseKinds),
  /** A moderator set it. */
  concerns_sexual_images: z.boolean(),
  /** A reporter claims it. */
  reported_sexual_images: z.boolean(),
  origin: z.enum(caseOrigins),
  state: z.enum(caseStates),
  report_count: z.int(),
  opened_at: time,
  /** The next step is due by this time: the owner's in `inquiry`, else a moderator's. It is null if none is due. */
  due_at: time.nullable(),
  is_overdue: z.boolean(),
});
export type CaseSummary = z.infer<typeof caseSummarySchema>;

/** `waiting` stands for received, reviewing and objected, which wait for a moderator. */
export const caseListStates = ['waiting', 'all', ...caseStates] as const;

/**
 * `GET /admin/v1/cases`. `waiting` (the default) and each state with a due date list the first due first, so overdue
 * ones come first; `all` and the others list the newest first. `cursor` is the `next` of the page before, of the same
 * state.
 */
export const caseListQuerySchema = z.object({
  state: z.enum(caseListStates).default('waiting'),
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const casePageOfListSchema = z.object({ cases: z.array(caseSummarySchema), next: z.string().nullable() });
export const caseListAnswerSchema = casePageOfListSchema.extend({ success });

/** A reporter wrote this. The address is removed 90 days after the case is closed. */
const caseReportSchema = z.object({
  id: z.uuid(),
  kind: z.enum(caseKinds),
  description: z.string(),
  concerns_sexual_images: z.boolean(),
  email: z.string().nullable(),
  /** The report was sent from this account, if any. */
  account_id: z.uuid().nullable(),
  created_at: time,
});

/** `GET /admin/v1/cases/{id}` */
export const caseDetailSchema = caseSummarySchema.extend({
  is_stopped: z.boolean().nullable(),
  /** These are the first 100, oldest first; `report_count` is the number of all. */
  reports: z.array(caseReportSchema),
  /** The oldest stands first, without the reports that joined. `actor_id` is the account, if there was one. */
  steps: z.array(caseStepSchema.extend({ actor_id: z.uuid().nullable() })),
  /** The check of the shown version found these, or the check that opened the case. */
  findings: z.array(pageFindingSchema),
  /**
   * The page's HTML is evidence while it is stopped; null once it is purged. Of several files it is the start page, and
   * empty where there is none. Show it without scripts.
   */
  source: z.string().nullable(),
  /** The owner is null once the account is deleted. */
  owner: z
    .object({
      id: z.uuid(),
      /** These are the owner's other pages, newest first, 50 at most. */
      other_pages: z.array(
        z.object({
          id: z.uuid(),
          path: z.string(),
          title: z.string(),
          state: z.enum(casePageStates),
          created_at: time,
        }),
      ),
    })
    .nullable(),
  /** This account stopped the page, if an account did: an objection is for another moderator if there is one. */
  stopped_by: z.uuid().nullable(),
  /** The caller owns or reported the page, and another moderator can decide: `CASE_CONCERNS_CALLER`. */
  concerns_caller: z.boolean(),
  objected_at: time.nullable(),
});
export type CaseDetail = z.infer<typeof caseDetailSchema>;

/** `POST /admin/v1/cases` opens a case, or joins the one that the page has. `site` is its path or id. */
export const openCaseBodySchema = z.object({
  site: z.string().min(1).max(64),
  kind: z.enum(caseKinds),
  reason: moderationReasonSchema,
  concerns_sexual_images: z.boolean().nullish(),
});

/**
 * `POST /admin/v1/cases/{id}/decision`. Both sides read the reason. 409 `CASE_STATE_CHANGED`: the decision does not fit the
 * state (see `canDecide`). 409 while another moderator can decide: `CASE_CONCERNS_CALLER` for who owns or reported the page,
 * `CASE_NEEDS_ANOTHER_ADMIN` for an objection to the caller's stop.
 */
export const caseDecisionBodySchema = z.object({
  decision: z.enum(caseDecisionNames),
  reason: moderationReasonSchema,
  /** The moderator found this: the owner then has two days to answer, not seven. If absent, it stays as it is. */
  concerns_sexual_images: z.boolean().nullish(),
});

/** All three answer with the case as it is after the change. */
export const caseDetailAnswerSchema = z.object({ success, case: caseDetailSchema });

const count = z.int().nonnegative();

/** `GET /admin/v1/case-numbers` is about cases opened in the last 365 days. */
export const caseNumbersSchema = z.object({
  /** Every kind is listed. The hours run from opening to the first `stop` or `dismiss`; null if no case has one. */
  kinds: z.array(
    z.object({
      kind: z.enum(caseKinds),
      opened: count,
      waiting: count,
      stopped: count,
      dismissed: count,
      median_hours: z.number().nullable(),
      p95_hours: z.number().nullable(),
    }),
  ),
  /** `restored` counts the objections that were right. */
  objections: z.object({ all: count, upheld: count, restored: count }),
  /** These are cases with findings of the check. `false_alarms` were dismissed, or restored in the end. */
  rules: z.array(z.object({ rule: z.string(), cases: count, false_alarms: count })),
});
export type CaseNumbers = z.infer<typeof caseNumbersSchema>;
export const caseNumbersAnswerSchema = caseNumbersSchema.extend({ success });

export const caseAdminRoutes = {
  listCases: defineRoute('GET /admin/v1/cases', 'moderator', {
    query: caseListQuerySchema,
    answer: caseListAnswerSchema,
  }),
  openCase: defineRoute('POST /admin/v1/cases', 'moderator', {
    body: openCaseBodySchema,
    answer: caseDetailAnswerSchema,
  }),
  getCase: defineRoute('GET /admin/v1/cases/:id', 'moderator', { answer: caseDetailAnswerSchema }),
  decideCase: defineRoute('POST /admin/v1/cases/:id/decision', 'moderator', {
    body: caseDecisionBodySchema,
    answer: caseDetailAnswerSchema,
  }),
  countCases: defineRoute('GET /admin/v1/case-numbers', 'moderator', { answer: caseNumbersAnswerSchema }),
};
