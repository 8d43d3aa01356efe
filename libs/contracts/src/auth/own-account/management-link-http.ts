import { z } from 'zod';
import { sessionAnswerSchema } from '../auth-http.js';
import { defineRoute } from '../../wire/define-route.js';

/** The web app accepts a management link here; the secret follows as the fragment, which browsers never send. */
export const managementLinkPath = '/manage';

/** `GET /functions/v1/management-link` */
export const managementLinkAnswerSchema = z.object({
  success: z.literal(true),
  management_link: z.object({ created_at: z.iso.datetime(), last_used_at: z.iso.datetime().nullable() }).nullable(),
});
export type ManagementLinkAnswer = z.infer<typeof managementLinkAnswerSchema>;

/** `POST /functions/v1/management-link`. The address contains the secret and cannot be read again. */
export const newManagementLinkAnswerSchema = z.object({
  success: z.literal(true),
  management_link: z.object({ url: z.url(), created_at: z.iso.datetime() }),
});
export type NewManagementLinkAnswer = z.infer<typeof newManagementLinkAnswerSchema>;

export const useManagementLinkAnswerSchema = z.object({ success: z.literal(true), session: sessionAnswerSchema });
export type UseManagementLinkAnswer = z.infer<typeof useManagementLinkAnswerSchema>;

export const managementLinkRoutes = {
  getManagementLink: defineRoute('GET /functions/v1/management-link', 'account', {
    answer: managementLinkAnswerSchema,
  }),
  createManagementLink: defineRoute('POST /functions/v1/management-link', 'account', {
    answer: newManagementLinkAnswerSchema,
  }),
  revokeManagementLink: defineRoute('DELETE /functions/v1/management-link', 'account', {
    answer: z.object({ success: z.literal(true) }),
  }),
  useManagementLink: defineRoute('POST /functions/v1/use-management-link', 'key', {
    body: z.object({ secret: z.string().max(256) }),
    answer: useManagementLinkAnswerSchema,
  }),
};
