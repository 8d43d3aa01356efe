import { z } from 'zod';
import { limits } from '../limits.js';
import { caseActors, caseKinds, caseStates } from './case-rules.js';

const time = z.iso.datetime();

/** An owner's answer or a moderator's reason: both sides read a reason. */
export const caseTextSchema = z
  .string()
  .trim()
  .min(1)
  .max(limits.caseTextMaxLength)
  // Postgres can store neither.
  .refine((text) => !text.includes('\0') && text.isWellFormed());

/** The secret of a private case page has 256 bits; only its hash is stored. */
export const caseTokenSchema = z.string().regex(/^[\w-]{43}$/);

/** `deleted`: the owner deleted it, or it was purged. */
export const casePageStates = ['live', 'expired', 'stopped', 'deleted'] as const;

export const casePageSchema = z.object({ path: z.string(), title: z.string(), state: z.enum(casePageStates) });
export type CasePage = z.infer<typeof casePageSchema>;

/** A step is a change of the case, or a further report or answer, which leaves the state as it is. */
export const caseStepSchema = z.object({
  state: z.enum(caseStates),
  by: z.enum(caseActors),
  /** It is null if there is none, and for texts of the other side: reporters and owners do not read each other. */
  reason: z.string().nullable(),
  at: time,
});
export type CaseStep = z.infer<typeof caseStepSchema>;

/** A reporter or the owner of the page may see a case in this form. Times are ISO 8601. */
export const caseViewSchema = z.object({
  id: z.uuid(),
  role: z.enum(['reporter', 'owner']),
  page: casePageSchema,
  kind: z.enum(caseKinds),
  concerns_sexual_images: z.boolean(),
  state: z.enum(caseStates),
  /** It tells whether the page of a `decided` case stays stopped. Null before. */
  is_stopped: z.boolean().nullable(),
  /** The oldest stands first. */
  steps: z.array(caseStepSchema),
  opened_at: time,
  /** The reporter has an answer by this time; null once there is one. */
  answer_due_at: time.nullable(),
  /** In `inquiry` the page is stopped if the owner has not answered by this time. */
  owner_due_at: time.nullable(),
  /** The owner can answer in `inquiry`. */
  can_answer: z.boolean(),
  /** The owner of a stopped page can object once. */
  can_object: z.boolean(),
});
export type CaseView = z.infer<typeof caseViewSchema>;
