import { z } from 'zod';
import { limits } from '../limits.js';
import { caseActors, caseKinds, caseStates } from './case-rules.js';

const time = z.iso.datetime();

/** What an owner writes, and a moderator's reason: both sides read a reason. */
export const caseTextSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.caseTextMaxLength)
  // Postgres keeps neither.
  .refine((text) => !text.includes('\0') && text.isWellFormed());

/** The secret of a private case page, 256 bits; only its hash is stored. */
export const caseTokenSchema = z.string().regex(/^[\w-]{43}$/);

/** `deleted`: by its owner, or purged. */
export const casePageStates = ['live', 'expired', 'stopped', 'deleted'] as const;

export const casePageSchema = z.object({ path: z.string(), title: z.string(), state: z.enum(casePageStates) });
export type CasePage = z.infer<typeof casePageSchema>;

/** A change of the case, or a further report or answer, which leaves the state as it is. */
export const caseStepSchema = z.object({
  state: z.enum(caseStates),
  by: z.enum(caseActors),
  /** Null where there is none, and for what the other side wrote: reporters and owners do not read each other. */
  reason: z.string().nullable(),
  at: time,
});
export type CaseStep = z.infer<typeof caseStepSchema>;

/** A case as a reporter or the owner of the page may see it. Times are ISO 8601. */
export const caseViewSchema = z.object({
  id: z.uuid(),
  role: z.enum(['reporter', 'owner']),
  page: casePageSchema,
  kind: z.enum(caseKinds),
  concerns_sexual_images: z.boolean(),
  state: z.enum(caseStates),
  /** Of a `decided` case: whether the page stays stopped. Null before. */
  is_stopped: z.boolean().nullable(),
  /** Oldest first. */
  steps: z.array(caseStepSchema),
  opened_at: time,
  /** By when the reporter has an answer; null once there is one. */
  answer_due_at: time.nullable(),
  /** In `inquiry`: the page is stopped if the owner has not answered by then. */
  owner_due_at: time.nullable(),
  /** The owner, in `inquiry`. */
  can_answer: z.boolean(),
  /** The owner of a stopped page, once. */
  can_object: z.boolean(),
});
export type CaseView = z.infer<typeof caseViewSchema>;
