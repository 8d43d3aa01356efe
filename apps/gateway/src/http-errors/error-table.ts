import type { ErrorCode } from '@haru/contracts';

interface WireError {
  status: number;
  /** For people; what the product's own API answers with is Japanese, what the auth and data clients map is English. */
  text: string;
}

/** Code → status and text. A code of the contracts without a row here does not compile. */
export const errorTable: Record<ErrorCode, WireError> = {
  VALIDATION_FAILED: { status: 400, text: '送信された内容に誤りがあります' },
  INVALID_JSON: { status: 400, text: '送信された内容をJSONとして読み取れません' },
  PAYLOAD_TOO_LARGE: { status: 413, text: '送信された内容が大きすぎます' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'JSON（UTF-8、圧縮なし）で送信してください' },
  ROUTE_NOT_FOUND: { status: 404, text: 'このアドレスには何もありません' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'このアドレスではこの操作を利用できません' },
  RATE_LIMITED: { status: 429, text: '短時間に操作が多すぎます。しばらく待ってから再試行してください' },
  SERVICE_BUSY: { status: 503, text: 'ただいま混み合っています。しばらく待ってから再試行してください' },
  SERVICE_TIMEOUT: { status: 504, text: '時間内に処理が終わりませんでした。再試行してください' },
  SERVICE_UNAVAILABLE: { status: 503, text: 'サービスに接続できません。しばらく待ってから再試行してください' },
  UNKNOWN_ERROR: { status: 500, text: '予期しない問題が起きました。しばらく待ってから再試行してください' },

  API_KEY_MISSING: { status: 401, text: 'No API key found in request' },
  API_KEY_INVALID: { status: 401, text: 'Invalid API key' },
  TOKEN_INVALID: { status: 401, text: 'ログインの有効期限が切れました。もう一度ログインしてください' },
  SESSION_ENDED: { status: 401, text: 'ログインの有効期限が切れました。もう一度ログインしてください' },

  SITE_NOT_FOUND: { status: 404, text: 'サイトが見つかりません' },
  SITE_EXPIRED: { status: 410, text: 'このサイトは有効期限が切れました' },
  SITE_CREATION_FAILED: { status: 500, text: 'サイトの作成に失敗しました' },
  HTML_BLANK: { status: 400, text: 'HTMLを入力してください' },
  HTML_TOO_LARGE: { status: 413, text: 'HTMLが1 MiBを超えています' },
  HTML_NOT_TEXT: { status: 400, text: 'HTMLに使用できない文字（NULまたは対になっていないサロゲート）が含まれています' },
  PATH_MISSING: { status: 400, text: 'パスが指定されていません' },
  PATH_INVALID: { status: 400, text: '3-20文字の英数字とハイフンのみ使用可能です' },
  PATH_TAKEN: { status: 409, text: 'このパスは既に使用されています' },
  USER_ID_NOT_YOURS: { status: 403, text: 'ほかのアカウントとして公開することはできません' },
  REGISTRATION_REQUIRED: { status: 403, text: 'この操作には無料の登録が必要です' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, text: 'このIdempotency-Keyは別の内容で使用済みです' },

  PGRST100: { status: 400, text: 'failed to parse the query' },
  PGRST205: { status: 404, text: 'Could not find the table in the schema cache' },
  42501: { status: 403, text: 'permission denied' },
  42703: { status: 400, text: 'column does not exist' },

  validation_failed: { status: 400, text: 'The request is not valid' },
  bad_json: { status: 400, text: 'Could not parse request body as JSON' },
  invalid_credentials: { status: 400, text: 'Invalid login credentials' },
  no_authorization: { status: 401, text: 'This endpoint requires a valid Bearer token' },
  bad_jwt: { status: 403, text: 'invalid JWT: unable to parse or verify signature' },
  user_not_found: { status: 403, text: 'User from sub claim in JWT does not exist' },
  user_banned: { status: 400, text: 'User is banned' },
  session_not_found: { status: 403, text: 'Session from session_id claim in JWT does not exist' },
  session_expired: { status: 400, text: 'Session has expired' },
  refresh_token_not_found: { status: 400, text: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, text: 'Invalid Refresh Token: Already Used' },
  conflict: { status: 409, text: 'Too many concurrent token refresh requests on the same session or refresh token' },
  email_provider_disabled: { status: 400, text: 'Email logins are disabled' },
  phone_provider_disabled: { status: 400, text: 'Phone logins are disabled' },
  anonymous_provider_disabled: { status: 422, text: 'Anonymous sign-ins are disabled' },
  signup_disabled: { status: 422, text: 'Signups not allowed for this instance' },
  feature_disabled: { status: 404, text: 'This feature is not available' },
  not_admin: { status: 403, text: 'User not allowed' },
  over_request_rate_limit: { status: 429, text: 'Request rate limit reached' },
  request_entity_too_large: { status: 413, text: 'Request body is too large' },
  request_timeout: { status: 504, text: 'Processing this request timed out, please retry after a moment' },
  unexpected_failure: { status: 500, text: 'Unexpected failure, please check server logs for more information' },
};
