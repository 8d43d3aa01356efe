/**
 * Every code an error can carry, between processes and on the wire.
 * Upper case: this product's own. Lower case: the auth API's, whose public client reads them verbatim.
 */
export const platformErrorCodes = [
  'VALIDATION_FAILED',
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'SERVICE_BUSY',
  'SERVICE_TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'UNKNOWN_ERROR',
] as const;

export const accessErrorCodes = ['API_KEY_MISSING', 'API_KEY_INVALID', 'TOKEN_INVALID', 'SESSION_ENDED'] as const;

export const siteErrorCodes = [
  'SITE_NOT_FOUND',
  'SITE_EXPIRED',
  'SITE_CREATION_FAILED',
  'HTML_BLANK',
  'HTML_TOO_LARGE',
  'HTML_NOT_TEXT',
  'PATH_MISSING',
  'PATH_INVALID',
  'PATH_TAKEN',
  'USER_ID_NOT_YOURS',
  'REGISTRATION_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

/** Codes of the data API (PostgREST's and PostgreSQL's). */
export const dataApiErrorCodes = ['PGRST100', 'PGRST205', '42501', '42703'] as const;

export const authErrorCodes = [
  'validation_failed',
  'bad_json',
  'invalid_credentials',
  'no_authorization',
  'bad_jwt',
  'user_not_found',
  'user_banned',
  'session_not_found',
  'session_expired',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'conflict',
  'email_provider_disabled',
  'phone_provider_disabled',
  'anonymous_provider_disabled',
  'signup_disabled',
  'feature_disabled',
  'not_admin',
  'over_request_rate_limit',
  'request_entity_too_large',
  'request_timeout',
  'unexpected_failure',
] as const;

export const errorCodes = [
  ...platformErrorCodes,
  ...accessErrorCodes,
  ...siteErrorCodes,
  ...dataApiErrorCodes,
  ...authErrorCodes,
] as const;

export type ErrorCode = (typeof errorCodes)[number];

const known: ReadonlySet<string> = new Set(errorCodes);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && known.has(value);
}

/** One field that did not fit, as `VALIDATION_FAILED` lists them. */
export interface FieldFault {
  /** Dotted path of the member; empty for the whole value. */
  field: string;
  message: string;
}

export interface ServiceErrorOptions {
  /** For people and logs; the wire's text comes from the gateway's table unless given here. */
  message?: string;
  faults?: FieldFault[];
  /** Seconds until another try makes sense. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error that services throw on purpose. It crosses Redis as its code, message and faults. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.faults = options.faults ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** Whether the thrower gave a text of its own. */
  get hasOwnMessage(): boolean {
    return this.message !== this.code;
  }
}
