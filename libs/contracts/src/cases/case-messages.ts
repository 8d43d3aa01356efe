import { z } from 'zod';
import { mailRecipientSchema } from '../auth/mail-internal-messages.js';
import { limits } from '../limits.js';
import { defineMessage } from '../wire/define-message.js';
import {
  caseDecisionBodySchema,
  caseDetailSchema,
  caseListQuerySchema,
  caseNumbersSchema,
  casePageOfListSchema,
  openCaseBodySchema,
} from './case-admin.js';
import { ownCasesQuerySchema } from './case-http.js';
import { caseKinds, caseStates } from './case-rules.js';
import { caseTextSchema, caseViewSchema } from './case-view.js';

/** This is the SHA-256 of a token, base64url: the secret itself stays in the gateway. */
const tokenHash = z.string().length(43);

/** The case is named by the hash of the owner's token, or by id for the signed-in owner. */
const ownCase = z.object({ tokenHash: tokenHash.optional(), id: z.uuid().optional() });
const caseReply = z.object({ case: caseViewSchema });

/** Visitors and owners use these. */
export const caseMessages = {
  /** Opens a case about a page, or joins the one that it has. */
  reportSite: defineMessage('sites.reportSite', {
    request: z.object({
      path: z.string().max(300),
      kind: z.enum(caseKinds),
      description: z.string(),
      email: z.string().optional(),
      concernsSexualImages: z.boolean().optional(),
      /** This is the hash of the secret that opens the reporter's case page. */
      tokenHash,
    }),
    errors: [
      'SITE_NOT_FOUND',
      'REPORT_BLANK',
      'REPORT_DESCRIPTION_TOO_LONG',
      'REPORT_NOT_TEXT',
      'REPORT_EMAIL_INVALID',
    ],
  }),
  readCase: defineMessage('sites.readCase', {
    request: z.object({ tokenHash }),
    reply: caseReply,
    errors: ['CASE_NOT_FOUND'],
  }),
  /** Stores the owner's answer to an inquiry; a moderator reviews it next. */
  answerCase: defineMessage('sites.answerCase', {
    request: ownCase.extend({ text: caseTextSchema }),
    reply: caseReply,
    errors: ['CASE_NOT_FOUND', 'CASE_STATE_CHANGED'],
  }),
  /** Stores the owner's objection to the stop; it is possible once. */
  objectToCase: defineMessage('sites.objectToCase', {
    request: ownCase.extend({ reason: caseTextSchema }),
    reply: caseReply,
    errors: ['CASE_NOT_FOUND', 'CASE_STATE_CHANGED'],
  }),
  listOwnCases: defineMessage('sites.listOwnCases', {
    request: ownCasesQuerySchema,
    reply: z.object({ cases: z.array(caseViewSchema), next: z.string().nullable() }),
    errors: ['VALIDATION_FAILED'],
  }),
};

const detailReply = z.object({ case: caseDetailSchema });
const pageSource = { member: 'source', maxBytes: () => limits.htmlMaxBytes };

/** Only people with the role of a moderator may use these; the service checks it as the gateway does. */
export const caseAdminMessages = {
  listCases: defineMessage('sites.listCases', {
    request: caseListQuerySchema,
    reply: casePageOfListSchema,
    errors: ['FORBIDDEN_ROLE', 'VALIDATION_FAILED'],
  }),
  getCase: defineMessage('sites.getCase', {
    request: z.object({ caseId: z.uuid() }),
    reply: detailReply,
    longReply: pageSource,
    errors: ['FORBIDDEN_ROLE', 'CASE_NOT_FOUND'],
  }),
  openCase: defineMessage('sites.openCase', {
    request: openCaseBodySchema,
    reply: detailReply,
    longReply: pageSource,
    errors: ['FORBIDDEN_ROLE', 'SITE_NOT_FOUND', 'CASE_CONCERNS_CALLER'],
  }),
  /** Stopping and restoring the page and the step of the case are one transaction. */
  decideCase: defineMessage('sites.decideCase', {
    request: caseDecisionBodySchema.extend({ caseId: z.uuid() }),
    reply: detailReply,
    longReply: pageSource,
    errors: [
      ...(['FORBIDDEN_ROLE', 'CASE_NOT_FOUND', 'CASE_STATE_CHANGED', 'CASE_NEEDS_ANOTHER_ADMIN'] as const),
      ...(['CASE_CONCERNS_CALLER', 'SITE_NOT_FOUND', 'ACCOUNT_BANNED'] as const),
    ],
  }),
  countCases: defineMessage('sites.countCases', { reply: caseNumbersSchema, errors: ['FORBIDDEN_ROLE'] }),
};

const oneMail = z.object({ mailId: z.uuid() });

/** Services send these to each other. */
export const caseInternalMessages = {
  /**
   * Finds the recipient of a mail about a case. Null: it is not sent, because another mail covers it, or because its
   * reporter's address is not confirmed and has had its first mail.
   */
  findCaseMailRecipient: defineMessage('sites.findCaseMailRecipient', {
    request: oneMail,
    reply: z.object({
      to: mailRecipientSchema.nullable(),
      /** It is false for a mail that was described before, or has waited for a day: it does not count on the budget. */
      isCounted: z.boolean(),
    }),
  }),
  /**
   * Describes a mail about cases: everything that waits for its recipient, of each case the last step. Mails without
   * news are not sent. It makes the secrets of the mail's links; a repeat replaces them.
   * Null means the same as above.
   */
  describeCaseMail: defineMessage('sites.describeCaseMail', {
    request: oneMail,
    reply: z.object({
      mail: z
        .object({
          to: mailRecipientSchema,
          /** False: the recipient gets further mails once a link of this one was opened. */
          isConfirmed: z.boolean(),
          cases: z.array(
            z.object({
              token: z.string(),
              path: z.string(),
              title: z.string(),
              state: z.enum(caseStates),
              /** Only a decided case has it. */
              isStopped: z.boolean().nullable(),
              /** The moderator gave this reason; null if there is none. */
              reason: z.string().nullable(),
              dueAt: z.iso.datetime().nullable(),
            }),
          ),
        })
        .nullable(),
    }),
  }),
};
