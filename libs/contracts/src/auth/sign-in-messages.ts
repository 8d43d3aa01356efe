import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { authSettingsAnswerSchema, sessionAnswerSchema, signUpAnswerSchema, verifyAnswerSchema } from './auth-http.js';
import { callerErrors } from './caller-errors.js';
import { metadata, pkce, redirect } from './pkce-fields.js';

export const signInMessages = {
  /**
   * Creates an account without an address, and its session.
   * With an idempotency key a repeat gets the same account, with a session of its own.
   */
  createTemporaryAccount: defineMessage('auth.createTemporaryAccount', {
    request: z.object({
      userMetadata: metadata.default({}),
      idempotencyKey: z.string().min(1).max(128).optional(),
    }),
    reply: sessionAnswerSchema,
    errors: ['validation_failed'],
  }),
  /**
   * Registers an address. If addresses must be confirmed, the reply is the account alone, a made-up one if the address
   * already has an account; otherwise it is a session.
   */
  signUp: defineMessage('auth.signUp', {
    request: z.object({
      email: z.string(),
      password: z.string(),
      userMetadata: metadata.default({}),
      ...pkce,
      ...redirect,
    }),
    reply: signUpAnswerSchema,
    errors: ['validation_failed', 'weak_password', 'user_already_exists', 'over_email_send_rate_limit', 'SERVICE_BUSY'],
  }),
  signInWithPassword: defineMessage('auth.signInWithPassword', {
    request: z.object({ email: z.string(), password: z.string() }),
    reply: sessionAnswerSchema,
    errors: ['invalid_credentials', 'user_banned', 'email_not_confirmed', 'SERVICE_BUSY'],
  }),
  /** Ends a PKCE flow: it exchanges the code of a followed link for a session. */
  exchangeCode: defineMessage('auth.exchangeCode', {
    request: z.object({ authCode: z.string(), codeVerifier: z.string() }),
    reply: sessionAnswerSchema,
    errors: ['flow_state_not_found', 'flow_state_expired', 'bad_code_verifier', 'user_banned'],
  }),
  /** Mails a link and code to sign in with; creates the account if there is none. */
  sendOtp: defineMessage('auth.sendOtp', {
    request: z.object({
      email: z.string(),
      createUser: z.boolean().default(true),
      userMetadata: metadata.default({}),
      ...pkce,
      ...redirect,
    }),
    errors: ['validation_failed', 'otp_disabled', 'over_email_send_rate_limit'],
  }),
  /** Mails a link to set a new password; the answer is the same for an unknown address. */
  recover: defineMessage('auth.recover', {
    request: z.object({ email: z.string(), ...pkce, ...redirect }),
    errors: ['validation_failed', 'over_email_send_rate_limit'],
  }),
  /** Mails the confirmation of a sign-up or a change of address once more. */
  resend: defineMessage('auth.resend', {
    request: z.object({ type: z.string(), email: z.string(), ...pkce, ...redirect }),
    errors: ['validation_failed', 'over_email_send_rate_limit'],
  }),
  /** Uses up a mailed token, given by its hash, or as code and address. */
  verifyToken: defineMessage('auth.verifyToken', {
    request: z.object({
      type: z.string(),
      tokenHash: z.string().optional(),
      token: z.string().optional(),
      email: z.string().optional(),
    }),
    reply: verifyAnswerSchema,
    errors: ['validation_failed', 'otp_expired', 'user_banned', 'email_exists'],
  }),
  /** Tells whether the link of a mail for a forgotten password would be accepted, without using it up. */
  checkResetLink: defineMessage('auth.checkResetLink', {
    request: z.object({ token: z.string() }),
    reply: z.object({ isValid: z.boolean() }),
  }),
  /** Does the same as `verifyToken` for a browser that follows a link; the reply is the address to redirect to. */
  followLink: defineMessage('auth.followLink', {
    request: z.object({ type: z.string(), token: z.string(), ...redirect }),
    reply: z.object({ location: z.string() }),
    errors: ['validation_failed'],
  }),
  /** Mails a code to the calling account, for changing its password. */
  reauthenticate: defineMessage('auth.reauthenticate', {
    errors: [...callerErrors, 'validation_failed', 'email_not_confirmed', 'over_email_send_rate_limit'],
  }),
  /** Lists which ways of signing in there are. */
  getSettings: defineMessage('auth.getSettings', { reply: authSettingsAnswerSchema }),
};
