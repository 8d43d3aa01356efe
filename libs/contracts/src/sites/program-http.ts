import { z } from 'zod';
import { pageCheckSchema } from '../page-rules/page-rules.js';
import { defineRoute } from '../wire/define-route.js';
import { pageFormatSchema } from '../page-format.js';
import { pageSettingsSchema } from './page-settings.js';
import { ownSiteSchema } from './site-http.js';

const success = z.literal(true);

/** `?noindex`, `?noindex=1` and `?noindex=true` switch it on. */
const switchSchema = z.enum(['', '1', 'true', '0', 'false']).transform((value) => !['0', 'false'].includes(value));

/** `PUT /functions/v1/pages/{path}/source` has the page as the body. */
export const sourceQuerySchema = pageSettingsSchema.extend({
  /** It comes before the type of the body and the name of the file. */
  format: pageFormatSchema.optional(),
  noindex: switchSchema.optional(),
  password: z.never({ error: 'is sent in the header Page-Password' }).optional(),
});

/** `POST /` and `PUT /page.html` have the page as the body. */
export const publishQuerySchema = sourceQuerySchema.extend({ path: z.string().optional() });

/** These steps took the page out of the text that was sent, such as an assistant's answer. It is absent without any. */
export const readingStepsSchema = z.array(z.string()).readonly().optional();

export const publishedByProgramAnswerSchema = z.object({
  success,
  site: ownSiteSchema,
  steps: readingStepsSchema,
  /** It is present if the call had no account. It opens this page only. */
  edit_key: z.string().optional(),
  /** An assistant reads here how to change the page, with the key. */
  agent_url: z.url().optional(),
});

/** `DELETE /functions/v1/pages/{path}/source` */
export const deletedSourceAnswerSchema = z.object({
  success,
  site: z.object({ id: z.uuid(), path: z.string() }),
  /** This call shows the page again, for `limits.deletedKeptDays`. */
  undo: z.object({ method: z.literal('POST'), url: z.url(), body: z.object({ id: z.uuid() }) }),
});
export type DeletedSourceAnswer = z.infer<typeof deletedSourceAnswerSchema>;

export const checkPageAnswerSchema = z.object({ success, check: pageCheckSchema });
export type CheckPageAnswer = z.infer<typeof checkPageAnswerSchema>;

export const programRoutes = {
  /** It checks the page as publishing does, and publishes nothing. */
  checkPage: defineRoute('POST /functions/v1/check-page', 'caller', {
    scope: 'publish',
    body: z.object({
      html_content: z.string(),
      /** The text is HTML if it is left out. */
      format: pageFormatSchema.nullish(),
    }),
    answer: checkPageAnswerSchema,
  }),
};

/** Assistants read below this address how to publish. */
export const AGENT_PATH = '/agent';

/** The address is as secret as the key. */
export function agentUrl(origin: string, editKey: string): string {
  return `${origin}${AGENT_PATH}/${editKey}.md`;
}
