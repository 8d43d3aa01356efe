import { platformErrors, type ProductErrorCode, productErrors } from './product-errors.js';

/**
 * Codes that public clients of the auth, data and storage APIs read verbatim, with English texts in the gateway's table.
 * PGRST and numbers are PostgREST's and PostgreSQL's; lower case is the auth API's.
 */
const clientErrorCodes = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'TOKEN_INVALID',
  'SESSION_ENDED',
  'BUCKET_NOT_FOUND',
  'PGRST100',
  'PGRST102',
  'PGRST103',
  'PGRST107',
  'PGRST116',
  'PGRST122',
  'PGRST124',
  'PGRST200',
  'PGRST202',
  'PGRST204',
  'PGRST205',
  'PGRST303',
  '21000',
  '22007',
  '22P02',
  '42501',
  '42703',
  'validation_failed',
  'bad_json',
  'invalid_credentials',
  'email_not_confirmed',
  'user_banned',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_not_found',
  'bad_code_verifier',
  'reauthentication_needed',
  'email_provider_disabled',
  'phone_provider_disabled',
  'provider_disabled',
  'email_address_invalid',
  'web3_unsupported_chain',
  'invalid_grant',
  'current_password_required',
  'current_password_invalid',
  'no_authorization',
  'origin_not_allowed',
  'insufficient_aal',
  'bad_jwt',
  'user_not_found',
  'not_admin',
  'otp_expired',
  'mfa_factor_not_found',
  'flow_state_not_found',
  'manual_linking_disabled',
  'saml_provider_disabled',
  'feature_disabled',
  'conflict',
  'weak_password',
  'user_already_exists',
  'email_exists',
  'same_password',
  'reauthentication_not_valid',
  'otp_disabled',
  'flow_state_expired',
  'single_identity_not_deletable',
  'identity_not_found',
  'identity_already_exists',
  'email_conflict_identity_not_deletable',
  'mfa_factor_name_conflict',
  'too_many_enrolled_mfa_factors',
  'mfa_verification_failed',
  'mfa_challenge_expired',
  'mfa_phone_enroll_not_enabled',
  'mfa_webauthn_enroll_not_enabled',
  'web3_provider_disabled',
  'over_request_rate_limit',
  'over_email_send_rate_limit',
  'request_entity_too_large',
  'request_timeout',
  'unexpected_failure',
] as const;

export type ClientErrorCode = (typeof clientErrorCodes)[number];

/** Every code an error can carry, between processes and on the wire. */
export type ErrorCode = ProductErrorCode | ClientErrorCode;

export const platformErrorCodes = Object.keys(platformErrors) as (keyof typeof platformErrors)[];

export const errorCodes: readonly ErrorCode[] = [
  ...(Object.keys(productErrors) as ProductErrorCode[]),
  ...clientErrorCodes,
];

const known: ReadonlySet<string> = new Set(errorCodes);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && known.has(value);
}
