import { z } from 'zod';
import { defineMessage } from '../../wire/define-message.js';
import { sessionAnswerSchema } from '../auth-http.js';
import { callerErrors } from '../caller-errors.js';

const newManagementLinkSchema = z.object({
  /** The secret is 256 bits as base64url. It is in this reply only. */
  secret: z.string(),
  createdAt: z.iso.datetime(),
});
export type NewManagementLink = z.infer<typeof newManagementLinkSchema>;

const managementLinkStateSchema = z.object({
  link: z.object({ createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }).nullable(),
});
export type ManagementLinkState = z.infer<typeof managementLinkStateSchema>;

/** With the management link of a temporary account its owner continues in another browser. */
export const managementLinkMessages = {
  /** Creates or renews the caller's link: the previous secret is refused from then on. */
  createManagementLink: defineMessage('auth.createManagementLink', {
    reply: newManagementLinkSchema,
    errors: [...callerErrors, 'MANAGEMENT_LINK_NOT_ALLOWED'],
  }),
  revokeManagementLink: defineMessage('auth.revokeManagementLink', { errors: [...callerErrors] }),
  /** Tells whether the caller has a link, and since when; never the secret. */
  getManagementLink: defineMessage('auth.getManagementLink', {
    reply: managementLinkStateSchema,
    errors: [...callerErrors],
  }),
  /** Opens a new session of the secret's account. */
  useManagementLink: defineMessage('auth.useManagementLink', {
    request: z.object({ secret: z.string().max(256) }),
    reply: sessionAnswerSchema,
    errors: ['MANAGEMENT_LINK_INVALID', 'user_banned'],
  }),
};
