import { z } from 'zod';
import { sessionAnswerSchema } from '../auth/auth-http.js';

/** `POST /functions/v1/create-site`. Unknown members are ignored, null means absent. */
export const createSiteBodySchema = z.object({
  html_content: z.string(),
  user_id: z.uuid().nullish(),
  custom_path: z.string().nullish(),
});
export type CreateSiteBody = z.input<typeof createSiteBodySchema>;

export const createSiteAnswerSchema = z.object({
  success: z.literal(true),
  site: z.object({
    id: z.uuid(),
    path: z.string(),
    title: z.string(),
    url: z.url(),
    expires_at: z.iso.datetime(),
  }),
  /** Present when the call had no account and one was made for it. */
  session: sessionAnswerSchema.optional(),
});
export type CreateSiteAnswer = z.infer<typeof createSiteAnswerSchema>;

/** `GET /functions/v1/serve-site?path=` */
export const serveSiteAnswerSchema = z.object({
  success: z.literal(true),
  site: z.object({ title: z.string(), html_content: z.string() }),
});
export type ServeSiteAnswer = z.infer<typeof serveSiteAnswerSchema>;

/** Every refusal under `/functions/v1`. */
export const functionErrorSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type FunctionError = z.infer<typeof functionErrorSchema>;
