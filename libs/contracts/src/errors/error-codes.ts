/**
 * Every code an error can carry, between processes and on the wire.
 * Upper case: this product's own. Lower case: the auth API's, whose public client reads them verbatim.
 */
export const platformErrorCodes = [
  'VALIDATION_FAILED',
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_ACCEPTABLE',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'PROOF_REQUIRED',
  'SERVICE_BUSY',
  'SERVICE_TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'UNKNOWN_ERROR',
] as const;

export const accessErrorCodes = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'TOKEN_INVALID',
  'SESSION_ENDED',
  'ORIGIN_NOT_ALLOWED',
  'FORBIDDEN_ROLE',
  'STAFF_SECOND_FACTOR_REQUIRED',
  'ROLE_NOT_ALLOWED',
  'ACCOUNT_NOT_FOUND',
  'MANAGEMENT_LINK_INVALID',
  'MANAGEMENT_LINK_NOT_ALLOWED',
  'TEMPORARY_TOKEN_INVALID',
  'TEMPORARY_ACCOUNT_REQUIRED',
  'UNSUBSCRIBE_TOKEN_INVALID',
  'RECOVERY_CODE_INVALID',
] as const;

export const siteErrorCodes = [
  'SITE_NOT_FOUND',
  'SITE_EXPIRED',
  'SITE_STOPPED',
  'SITE_UNDER_REVIEW',
  'SITE_IS_LIVE',
  'ACCOUNT_BANNED',
  'HTML_BLANK',
  'HTML_TOO_LARGE',
  'HTML_NOT_TEXT',
  'PAGE_REFUSED',
  'PATH_MISSING',
  'PATH_INVALID',
  'PATH_TAKEN',
  'PATH_RESERVED',
  'USER_ID_NOT_YOURS',
  'REGISTRATION_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'EXPIRY_NOT_ALLOWED',
  'STORAGE_QUOTA_EXCEEDED',
  'STORAGE_FULL',
  'BUCKET_NOT_FOUND',
  'BASE_VERSION_REQUIRED',
  'VERSION_CONFLICT',
  'VERSION_NOT_FOUND',
  'VERSION_IS_CURRENT',
  'TOO_MANY_LABELS',
] as const;

export const reportErrorCodes = [
  'REPORT_BLANK',
  'REPORT_TITLE_TOO_LONG',
  'REPORT_DESCRIPTION_TOO_LONG',
  'REPORT_NOT_TEXT',
  'REPORT_EMAIL_INVALID',
  'REPORT_NOT_FOUND',
  'REPORT_TEXT_INVALID',
  'REPORT_NOT_ANSWERABLE',
] as const;

export const caseErrorCodes = [
  'CASE_NOT_FOUND',
  'CASE_STATE_CHANGED',
  'CASE_CONCERNS_CALLER',
  'CASE_NEEDS_ANOTHER_ADMIN',
] as const;

/** Codes of the data API (PostgREST's and PostgreSQL's). */
export const dataApiErrorCodes = [
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
] as const;

export const authErrorCodes = [
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

export const errorCodes = [
  ...platformErrorCodes,
  ...accessErrorCodes,
  ...siteErrorCodes,
  ...reportErrorCodes,
  ...caseErrorCodes,
  ...dataApiErrorCodes,
  ...authErrorCodes,
] as const;

export type ErrorCode = (typeof errorCodes)[number];

const known: ReadonlySet<string> = new Set(errorCodes);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && known.has(value);
}
