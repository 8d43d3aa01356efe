import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { userAnswerSchema } from './auth-http.js';
import { callerErrors } from './caller-errors.js';
import { metadata, pkce, redirect } from './pkce-fields.js';

export const accountMessages = {
  /** Changes the calling account. A new address counts once it is confirmed. */
  updateUser: defineMessage('auth.updateUser', {
    request: z.object({
      email: z.string().optional(),
      password: z.string().optional(),
      currentPassword: z.string().optional(),
      nonce: z.string().optional(),
      /** Members are merged into the existing ones; null removes one. */
      userMetadata: metadata.optional(),
      /** If it is given at all, it is refused: only the system sets this metadata. */
      setsAppMetadata: z.boolean().default(false),
      ...pkce,
      ...redirect,
    }),
    reply: userAnswerSchema,
    errors: [
      ...callerErrors,
      'validation_failed',
      'weak_password',
      'not_admin',
      'insufficient_aal',
      'email_exists',
      'reauthentication_needed',
      'reauthentication_not_valid',
      'current_password_required',
      'current_password_invalid',
      'same_password',
      'over_request_rate_limit',
      'over_email_send_rate_limit',
      'SERVICE_BUSY',
    ],
  }),
  /** Removes a way of signing in from the calling account. */
  unlinkIdentity: defineMessage('auth.unlinkIdentity', {
    request: z.object({ identityId: z.string() }),
    errors: [
      ...callerErrors,
      'manual_linking_disabled',
      'validation_failed',
      'single_identity_not_deletable',
      'insufficient_aal',
      'identity_not_found',
      'email_conflict_identity_not_deletable',
    ],
  }),
  /** Replies with the address for linking a provider; no provider is offered. */
  linkIdentity: defineMessage('auth.linkIdentity', {
    request: z.object({ provider: z.string() }),
    reply: z.object({ url: z.string() }),
    errors: [...callerErrors, 'manual_linking_disabled', 'validation_failed'],
  }),
  /** Deletes the calling account with all its rows; its sites are deleted by the event `accountDeleted`. */
  deleteAccount: defineMessage('auth.deleteAccount', { errors: [...callerErrors, 'insufficient_aal'] }),
};
