import { z } from 'zod';
import { adminActSchema } from './audit.js';

/** An entry of the audit log. */
export const auditEntrySchema = adminActSchema.omit({ actor: true }).extend({
  id: z.string(),
  /**
   * Null: the command line, or of a case (`details.by`) the clock (`system`), or a `reporter` or `owner` who was not signed
   * in. The address is what it was then.
   */
  actor: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** `GET /admin/v1/audit`. Newest first; `cursor` is the `next` of the page before. */
export const auditQuerySchema = z.object({ cursor: z.string().max(100).optional() });

export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: z.string().nullable() });
export const auditPageAnswerSchema = auditPageSchema.extend({ success: z.literal(true) });
