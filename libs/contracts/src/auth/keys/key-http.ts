import { z } from 'zod';
import { defineRoute } from '../../wire/define-route.js';
import { scopes } from '../../wire/request-context.js';
import { snakeCased } from '../../wire/snake-case.js';
import { apiKeySchema, keyNameSchema } from './key-messages.js';

const success = z.literal(true);

const shownKeySchema = z.object({ ...snakeCased(apiKeySchema.shape), scopes: z.array(z.enum(scopes)) });

/** `GET /functions/v1/api-keys` */
export const apiKeysAnswerSchema = z.object({ success, api_keys: z.array(shownKeySchema) });
export type ApiKeysAnswer = z.infer<typeof apiKeysAnswerSchema>;

/** The key cannot be read again. */
export const newApiKeyAnswerSchema = z.object({ success, api_key: shownKeySchema.extend({ key: z.string() }) });
export type NewApiKeyAnswer = z.infer<typeof newApiKeyAnswerSchema>;

export const newEditKeyAnswerSchema = z.object({
  success,
  edit_key: z.string(),
  /** An assistant reads here how to change the page, with the key. */
  agent_url: z.url(),
});
export type NewEditKeyAnswer = z.infer<typeof newEditKeyAnswerSchema>;

const successSchema = z.object({ success });

/** Keys reach none of these. */
export const keyRoutes = {
  listApiKeys: defineRoute('GET /functions/v1/api-keys', 'account', { answer: apiKeysAnswerSchema }),
  createApiKey: defineRoute('POST /functions/v1/api-keys', 'account', {
    body: z.object({
      name: keyNameSchema,
      scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
      expires_at: z.iso.datetime().nullish(),
    }),
    answer: newApiKeyAnswerSchema,
  }),
  revokeApiKeys: defineRoute('DELETE /functions/v1/api-keys', 'account', { answer: successSchema }),
  revokeApiKey: defineRoute('DELETE /functions/v1/api-keys/:keyId', 'account', { answer: successSchema }),
  /** `id` names a page of the caller. */
  createEditKey: defineRoute('POST /functions/v1/edit-keys', 'account', {
    body: z.object({ id: z.uuid() }),
    answer: newEditKeyAnswerSchema,
  }),
  revokeEditKeys: defineRoute('DELETE /functions/v1/edit-keys/:siteId', 'account', { answer: successSchema }),
};
