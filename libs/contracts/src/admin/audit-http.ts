import { z } from 'zod';
import { adminActSchema, auditSubjectKinds } from './audit.js';
import { defineRoute } from '../wire/define-route.js';

export const auditEntrySchema = adminActSchema.omit({ actor: true }).extend({
  id: z.string(),
  /** `name` is the address that a registered account has now. */
  subject: adminActSchema.shape.subject.extend({ name: z.string().optional() }),
  /**
   * Null stands for the command line, and in a case (`details.by`) for the clock (`system`), or a `reporter` or `owner`
   * who was not signed in. The address is from the time of the act.
   */
  actor: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** `GET /admin/v1/audit` lists the newest first; `cursor` is the `next` of the page before. */
export const auditQuerySchema = z.object({
  cursor: z.string().max(100).optional(),
  /** Only acts on this kind of subject. */
  subject: z.enum(auditSubjectKinds).optional(),
  /** Only acts from this time to the other one, both included, such as those of a day in the reader's time zone. */
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
});
export type AuditSubject = NonNullable<z.infer<typeof auditQuerySchema>['subject']>;

export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: z.string().nullable() });
export const auditPageAnswerSchema = auditPageSchema.extend({ success: z.literal(true) });

export const auditRoutes = {
  audit: defineRoute('GET /admin/v1/audit', 'moderator', { query: auditQuerySchema, answer: auditPageAnswerSchema }),
};
