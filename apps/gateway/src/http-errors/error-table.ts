import { type ClientErrorCode, type ErrorCode, errorText, type ProductErrorCode, productErrors } from '@haru/contracts';

interface WireError {
  status: number;
  /** People read it. */
  text: string;
}

/** A code of the contracts without a row here does not compile. */
const clientErrors: Record<ClientErrorCode, WireError> = {
  API_KEY_MISSING: { status: 401, text: 'No API key found in request' },
  API_KEY_INVALID: { status: 401, text: 'Invalid API key' },
  TOKEN_INVALID: { status: 401, text: 'Invalid JWT' },
  SESSION_ENDED: { status: 401, text: 'Session from session_id claim in JWT does not exist' },
  BUCKET_NOT_FOUND: { status: 404, text: 'Bucket not found' },

  PGRST100: { status: 400, text: 'failed to parse the query' },
  PGRST102: { status: 400, text: 'Empty or invalid json' },
  PGRST103: { status: 416, text: 'Requested range not satisfiable' },
  PGRST107: { status: 406, text: 'None of these media types are available' },
  PGRST116: { status: 406, text: 'Cannot coerce the result to a single JSON object' },
  PGRST122: { status: 400, text: 'Invalid preferences given with handling=strict' },
  PGRST124: { status: 400, text: 'Query result exceeds max-affected preference constraint' },
  PGRST200: { status: 400, text: 'Could not find a relationship in the schema cache' },
  PGRST202: { status: 404, text: 'Could not find the function in the schema cache' },
  PGRST204: { status: 400, text: 'Could not find the column in the schema cache' },
  PGRST205: { status: 404, text: 'Could not find the table in the schema cache' },
  PGRST303: { status: 401, text: 'JWT expired' },
  21000: { status: 400, text: 'UPDATE and DELETE require a filter' },
  22007: { status: 400, text: 'invalid input syntax for type timestamp with time zone' },
  '22P02': { status: 400, text: 'invalid input syntax' },
  42501: { status: 403, text: 'permission denied' },
  42703: { status: 400, text: 'column does not exist' },

  validation_failed: { status: 400, text: 'The request is not valid' },
  bad_json: { status: 400, text: 'Could not parse request body as JSON' },
  invalid_credentials: { status: 400, text: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, text: 'Email not confirmed' },
  user_banned: { status: 400, text: 'User is banned' },
  refresh_token_not_found: { status: 400, text: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, text: 'Invalid Refresh Token: Already Used' },
  session_expired: { status: 400, text: 'Session has expired' },
  session_not_found: { status: 403, text: 'Session from session_id claim in JWT does not exist' },
  bad_code_verifier: { status: 400, text: 'code challenge does not match previously saved code verifier' },
  reauthentication_needed: { status: 400, text: 'Password update requires reauthentication' },
  email_provider_disabled: { status: 400, text: 'Email logins are disabled' },
  phone_provider_disabled: { status: 400, text: 'Phone logins are disabled' },
  provider_disabled: { status: 400, text: 'Provider is not enabled' },
  email_address_invalid: { status: 400, text: 'Email address is invalid' },
  web3_unsupported_chain: { status: 400, text: 'Unsupported chain' },
  invalid_grant: { status: 400, text: 'The proof of identity was not accepted' },
  current_password_required: { status: 400, text: 'Current password is required' },
  current_password_invalid: { status: 400, text: 'Current password is not correct' },
  no_authorization: { status: 401, text: 'This endpoint requires a valid Bearer token' },
  origin_not_allowed: { status: 403, text: 'Requests from published pages are not allowed' },
  insufficient_aal: { status: 401, text: 'AAL2 session is required to update email or password when MFA is enabled.' },
  bad_jwt: { status: 403, text: 'invalid JWT: unable to parse or verify signature' },
  user_not_found: { status: 403, text: 'User from sub claim in JWT does not exist' },
  not_admin: { status: 403, text: 'User not allowed' },
  otp_expired: { status: 403, text: 'Email link is invalid or has expired' },
  mfa_factor_not_found: { status: 404, text: 'Factor not found' },
  flow_state_not_found: { status: 404, text: 'invalid flow state, no valid flow state found' },
  manual_linking_disabled: { status: 404, text: 'Manual linking is disabled' },
  saml_provider_disabled: { status: 404, text: 'SAML 2.0 is disabled' },
  feature_disabled: { status: 404, text: 'This feature is not available' },
  conflict: { status: 409, text: 'Too many concurrent token refresh requests on the same session or refresh token' },
  weak_password: { status: 422, text: 'Password should be at least 6 characters.' },
  user_already_exists: { status: 422, text: 'User already registered' },
  email_exists: { status: 422, text: 'A user with this email address has already been registered' },
  same_password: { status: 422, text: 'New password should be different from the old password.' },
  reauthentication_not_valid: { status: 422, text: 'Nonce has expired or is invalid' },
  otp_disabled: { status: 422, text: 'Signups not allowed for otp' },
  flow_state_expired: { status: 422, text: 'invalid flow state, flow state has expired' },
  single_identity_not_deletable: { status: 422, text: 'User must have at least 1 identity after unlinking' },
  identity_not_found: { status: 422, text: "Identity doesn't exist" },
  identity_already_exists: { status: 422, text: 'Identity is already linked' },
  email_conflict_identity_not_deletable: { status: 422, text: 'Unable to unlink identity due to email conflict' },
  mfa_factor_name_conflict: { status: 422, text: 'A factor with the friendly name for this user already exists' },
  too_many_enrolled_mfa_factors: {
    status: 422,
    text: 'Maximum number of verified factors reached, unenroll to continue',
  },
  mfa_verification_failed: { status: 422, text: 'Invalid TOTP code entered' },
  mfa_challenge_expired: {
    status: 422,
    text: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_phone_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for Phone' },
  mfa_webauthn_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for WebAuthn' },
  web3_provider_disabled: { status: 422, text: 'Web3 provider is disabled' },
  over_request_rate_limit: { status: 429, text: 'Request rate limit reached' },
  over_email_send_rate_limit: { status: 429, text: 'For security purposes, you can only request this after a while.' },
  request_entity_too_large: { status: 413, text: 'Request body is too large' },
  request_timeout: { status: 504, text: 'Processing this request timed out, please retry after a moment' },
  unexpected_failure: { status: 500, text: 'Unexpected failure, please check server logs for more information' },
};

const productWireErrors = Object.fromEntries(
  Object.entries(productErrors).map(([code, error]) => [code, { status: error.status, text: errorText(error) }]),
) as Record<ProductErrorCode, WireError>;

export const errorTable: Record<ErrorCode, WireError> = { ...productWireErrors, ...clientErrors };
