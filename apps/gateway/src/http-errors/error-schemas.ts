import { authErrorSchema, functionErrorSchema, programErrorSchema, proofChallengeSchema } from '@haru/contracts';
import { z } from 'zod';
import type { ApiDialect } from './api-dialects.js';

/** Every dialect refuses an invalid key in the same way. */
const keyErrorSchema = z.object({ message: z.string() });

const text = z.string().nullable();

/** A refusal has this shape in each dialect. */
export const errorSchemas: Record<ApiDialect, z.ZodType> = {
  auth: z.union([
    authErrorSchema,
    // This is the shape without `X-Supabase-Api-Version`.
    z.object({
      code: z.int(),
      error_code: z.string(),
      msg: z.string(),
      challenge: proofChallengeSchema.optional(),
    }),
    z.object({ error: z.string(), error_description: z.string() }),
    keyErrorSchema,
  ]),
  rest: z.union([z.object({ code: z.string(), message: z.string(), details: text, hint: text }), keyErrorSchema]),
  storage: z.union([z.object({ statusCode: z.string(), error: z.string(), message: z.string() }), keyErrorSchema]),
  functions: z.union([functionErrorSchema, keyErrorSchema]),
  programs: z.union([programErrorSchema, keyErrorSchema]),
  plain: z.union([functionErrorSchema, keyErrorSchema]),
};
