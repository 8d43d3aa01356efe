import { z } from 'zod';
import { defineMessage } from '../wire/define-message.js';
import { sessionAnswerSchema } from './auth-http.js';

/** `POST /auth/v1/token?grant_type=id_token` */
export const idTokenBodySchema = z.object({
  provider: z.string().nullish(),
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().nullish(),
});

/** `POST /auth/v1/token?grant_type=web3` */
export const web3BodySchema = z.object({
  chain: z.string().nullish(),
  message: z.string().nullish(),
  signature: z.string().nullish(),
});

export const thirdPartyMessages = {
  /** Signs in with an OpenID Connect ID token of a configured issuer, or links it to the calling account. */
  signInWithIdToken: defineMessage('auth.signInWithIdToken', {
    request: z.object({
      provider: z.string(),
      idToken: z.string(),
      nonce: z.string().optional(),
      linkIdentity: z.boolean().default(false),
    }),
    reply: sessionAnswerSchema,
    errors: [
      'validation_failed',
      'provider_disabled',
      'invalid_grant',
      'user_banned',
      'manual_linking_disabled',
      'identity_already_exists',
      'email_exists',
      'insufficient_aal',
      'no_authorization',
      'user_not_found',
      'session_not_found',
    ],
  }),
  /** Signs in with a signed message of an Ethereum or Solana wallet. */
  signInWithWeb3: defineMessage('auth.signInWithWeb3', {
    request: z.object({ chain: z.string(), message: z.string(), signature: z.string() }),
    reply: sessionAnswerSchema,
    errors: ['validation_failed', 'web3_provider_disabled', 'web3_unsupported_chain', 'invalid_grant', 'user_banned'],
  }),
};
