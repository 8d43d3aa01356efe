import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import {
  authSettingsAnswerSchema,
  sessionAnswerSchema,
  signUpAnswerSchema,
  userAnswerSchema,
  verifyAnswerSchema,
} from './auth-http.js';
import { callerErrors } from './caller-errors.js';

/** What a PKCE client sends along; both or neither. */
const pkce = { codeChallenge: z.string().optional(), codeChallengeMethod: z.string().optional() };
/** Where the mail's link is to lead; ignored unless it is on the allow-list. */
const redirect = { redirectTo: z.string().optional() };
const metadata = z.record(z.string(), z.unknown());

export const accountMessages = {
  /**
   * Registers an address. Where addresses are to be confirmed the reply is the account alone, made up if the address
   * has one already; else it is a session.
   */
  signUp: defineMessage({
    pattern: 'auth.signUp',
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
  signInWithPassword: defineMessage({
    pattern: 'auth.signInWithPassword',
    request: z.object({ email: z.string(), password: z.string() }),
    reply: sessionAnswerSchema,
    errors: ['invalid_credentials', 'user_banned', 'email_not_confirmed', 'SERVICE_BUSY'],
  }),
  /** The end of a PKCE flow: the code of a followed link for a session. */
  exchangeCode: defineMessage({
    pattern: 'auth.exchangeCode',
    request: z.object({ authCode: z.string(), codeVerifier: z.string() }),
    reply: sessionAnswerSchema,
    errors: ['flow_state_not_found', 'flow_state_expired', 'bad_code_verifier', 'user_banned'],
  }),
  /** Mails a link and code to sign in with; makes the account if there is none. */
  sendOtp: defineMessage({
    pattern: 'auth.sendOtp',
    request: z.object({
      email: z.string(),
      createUser: z.boolean().default(true),
      userMetadata: metadata.default({}),
      ...pkce,
      ...redirect,
    }),
    reply: z.object({}),
    errors: ['validation_failed', 'otp_disabled', 'over_email_send_rate_limit'],
  }),
  /** Mails a link to set a new password; says the same about an unknown address. */
  recover: defineMessage({
    pattern: 'auth.recover',
    request: z.object({ email: z.string(), ...pkce, ...redirect }),
    reply: z.object({}),
    errors: ['validation_failed', 'over_email_send_rate_limit'],
  }),
  /** Mails once more what confirms a sign-up or a change of address. */
  resend: defineMessage({
    pattern: 'auth.resend',
    request: z.object({ type: z.string(), email: z.string(), ...pkce, ...redirect }),
    reply: z.object({}),
    errors: ['validation_failed', 'over_email_send_rate_limit'],
  }),
  /** Uses up a mailed token, given by its hash, or as code and address. */
  verifyToken: defineMessage({
    pattern: 'auth.verifyToken',
    request: z.object({
      type: z.string(),
      tokenHash: z.string().optional(),
      token: z.string().optional(),
      email: z.string().optional(),
    }),
    reply: verifyAnswerSchema,
    errors: ['validation_failed', 'otp_expired', 'user_banned', 'email_exists'],
  }),
  /** Whether the link of a mail for a forgotten password would be accepted; it is not used up. */
  checkResetLink: defineMessage({
    pattern: 'auth.checkResetLink',
    request: z.object({ token: z.string() }),
    reply: z.object({ isValid: z.boolean() }),
    errors: [],
  }),
  /** The same as `verifyToken` for a browser that follows a link: where it goes from here, failures included. */
  followLink: defineMessage({
    pattern: 'auth.followLink',
    request: z.object({ type: z.string(), token: z.string(), ...redirect }),
    reply: z.object({ location: z.string() }),
    errors: ['validation_failed'],
  }),
  /** Mails a code to the calling account, for changing its password. */
  reauthenticate: defineMessage({
    pattern: 'auth.reauthenticate',
    request: z.object({}),
    reply: z.object({}),
    errors: [...callerErrors, 'validation_failed', 'email_not_confirmed', 'over_email_send_rate_limit'],
  }),
  /** Changes the calling account. An address is only asked for; it counts once it is confirmed. */
  updateUser: defineMessage({
    pattern: 'auth.updateUser',
    request: z.object({
      email: z.string().optional(),
      password: z.string().optional(),
      currentPassword: z.string().optional(),
      nonce: z.string().optional(),
      /** Members are merged into what is there; null takes one away. */
      userMetadata: metadata.optional(),
      /** Given at all, it is refused: people do not decide what the system says about them. */
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
  /** Takes a way of signing in from the calling account. */
  unlinkIdentity: defineMessage({
    pattern: 'auth.unlinkIdentity',
    request: z.object({ identityId: z.string() }),
    reply: z.object({}),
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
  /** Where a browser goes to link a provider; none of them is offered. */
  linkIdentity: defineMessage({
    pattern: 'auth.linkIdentity',
    request: z.object({ provider: z.string() }),
    reply: z.object({ url: z.string() }),
    errors: [...callerErrors, 'manual_linking_disabled', 'validation_failed'],
  }),
  /** Which ways of signing in there are. */
  getSettings: defineMessage({
    pattern: 'auth.getSettings',
    request: z.object({}),
    reply: authSettingsAnswerSchema,
    errors: [],
  }),
  /** Deletes the calling account with all it has; its sites follow by the event `accountDeleted`. */
  deleteAccount: defineMessage({
    pattern: 'auth.deleteAccount',
    request: z.object({}),
    reply: z.object({}),
    errors: [...callerErrors, 'insufficient_aal'],
  }),
};
