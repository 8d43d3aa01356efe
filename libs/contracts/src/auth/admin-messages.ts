import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { adminUserBodySchema, linkAnswerSchema } from './admin-http.js';
import { userAnswerSchema } from './auth-http.js';
import { factorAnswerSchema } from './factor-http.js';

const accountId = z.uuid();

/** Only the service key may use these; the service checks it as the gateway does. */
export const adminMessages = {
  /** Lists accounts, newest first. */
  adminListUsers: defineMessage('auth.adminListUsers', {
    request: z.object({ page: z.int().min(1), perPage: z.int().min(1).max(1000) }),
    reply: z.object({ users: z.array(userAnswerSchema), total: z.int() }),
    errors: ['not_admin'],
  }),
  adminCreateUser: defineMessage('auth.adminCreateUser', {
    request: adminUserBodySchema,
    reply: userAnswerSchema,
    errors: ['not_admin', 'validation_failed', 'email_exists', 'weak_password', 'phone_provider_disabled'],
  }),
  adminGetUser: defineMessage('auth.adminGetUser', {
    request: z.object({ accountId }),
    reply: userAnswerSchema,
    errors: ['not_admin', 'user_not_found'],
  }),
  /** Sessions that a new password or a ban ends have ended before the answer. */
  adminUpdateUser: defineMessage('auth.adminUpdateUser', {
    request: z.object({ accountId, changes: adminUserBodySchema }),
    reply: userAnswerSchema,
    errors: [
      'not_admin',
      'user_not_found',
      'validation_failed',
      'email_exists',
      'weak_password',
      'phone_provider_disabled',
    ],
  }),
  /** A soft deletion keeps an empty row and frees the address. Otherwise everything is deleted, sites too. */
  adminDeleteUser: defineMessage('auth.adminDeleteUser', {
    request: z.object({ accountId, softly: z.boolean() }),
    errors: ['not_admin', 'user_not_found'],
  }),
  adminListFactors: defineMessage('auth.adminListFactors', {
    request: z.object({ accountId }),
    reply: z.array(factorAnswerSchema),
    errors: ['not_admin', 'user_not_found'],
  }),
  adminDeleteFactor: defineMessage('auth.adminDeleteFactor', {
    request: z.object({ accountId, factorId: z.uuid() }),
    reply: factorAnswerSchema,
    errors: ['not_admin', 'user_not_found', 'mfa_factor_not_found'],
  }),
  /** Replies with the link and code of a mail, but sends none. */
  adminGenerateLink: defineMessage('auth.adminGenerateLink', {
    request: z.object({
      type: z.string(),
      email: z.string(),
      newEmail: z.string().optional(),
      password: z.string().optional(),
      userMetadata: z.record(z.string(), z.unknown()).default({}),
      redirectTo: z.string().optional(),
    }),
    reply: linkAnswerSchema,
    errors: ['not_admin', 'validation_failed', 'user_not_found', 'email_exists', 'weak_password'],
  }),
  /** Creates an account for an address and mails the invitation. */
  adminInviteUser: defineMessage('auth.adminInviteUser', {
    request: z.object({
      email: z.string(),
      userMetadata: z.record(z.string(), z.unknown()).default({}),
      redirectTo: z.string().optional(),
    }),
    reply: userAnswerSchema,
    errors: ['not_admin', 'validation_failed', 'email_exists'],
  }),
};
