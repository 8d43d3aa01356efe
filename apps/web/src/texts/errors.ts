import type { ErrorCode } from '@haru/contracts';

/** Codes beside the contracts' own: no answer at all, PostgreSQL's for a taken path, and a session that was kept. */
type ExtraErrorCode = 'NETWORK_ERROR' | '23505' | 'SESSION_KEPT' | 'SIGN_IN_DECLINED' | 'TEMPORARY_ACCOUNT_KEPT';

const tryLater = '時間をおいて再度お試しください。';
export const kept = '入力した内容は残っています。';
const sessionEnded = `ログインの有効期限が切れました。もう一度ログインしてください。${kept}`;
const unexpected = `予期しない問題が起きました。${tryLater}${kept}`;
const misunderstood = 'リクエストが正しく伝わりませんでした。ページを再読み込みして、もう一度お試しください。';
const busy = `アクセスが集中しています。${tryLater}${kept}`;
const down = `サーバーが一時的に応答できません。${tryLater}${kept}`;
const staleApp = 'ページが古くなっています。再読み込みして、もう一度お試しください。';
const tooMany = `短時間に操作が多すぎます。${tryLater}${kept}`;
export const pathRule = '3-20文字の英数字とハイフンのみ使用可能です';
const pathTaken = 'このパスは既に使用されています';
const registrationNeeded = 'この操作には無料の登録が必要です。';
const notOffered = 'この機能は現在利用できません。';
const codeWrong = '認証コードが正しくありません。もう一度入力してください。';
const linkOtherBrowser =
  'このリンクは使用済みか、期限が切れたか、別のブラウザで開かれました。もう一度メールを送信してください。';
const banned = 'このアカウントは利用を停止されています。';

/** What a person reads for each code an answer can carry. A code without a text does not compile. */
export const errors: Record<ErrorCode | ExtraErrorCode, string> = {
  NETWORK_ERROR: `ネットワークに接続できません。接続を確認して再試行してください。${kept}`,

  SESSION_KEPT: 'これまでのアカウントのまま続けています。リンクのアカウントにはログインしていません。',
  SIGN_IN_DECLINED: 'リンクのアカウントにはログインしていません。',
  TEMPORARY_ACCOUNT_KEPT:
    '一時アカウントのまま続けています。メールのリンクは使用していないので、あとからもう一度開けます。',

  VALIDATION_FAILED: '入力内容に誤りがあります。内容を確認して、もう一度お試しください。',
  INVALID_JSON: misunderstood,
  PAYLOAD_TOO_LARGE: 'HTMLが1 MiBを超えています。画像を外部に置くか、内容を減らしてください。',
  UNSUPPORTED_MEDIA_TYPE: misunderstood,
  NOT_ACCEPTABLE: misunderstood,
  ROUTE_NOT_FOUND: staleApp,
  METHOD_NOT_ALLOWED: staleApp,
  RATE_LIMITED: tooMany,
  SERVICE_BUSY: busy,
  SERVICE_TIMEOUT: `サーバーの応答に時間がかかっています。もう一度お試しください。${kept}`,
  SERVICE_UNAVAILABLE: down,
  UNKNOWN_ERROR: unexpected,

  API_KEY_MISSING: staleApp,
  API_KEY_INVALID: staleApp,
  TOKEN_INVALID: sessionEnded,
  SESSION_ENDED: sessionEnded,
  ORIGIN_NOT_ALLOWED: '公開されたページからこの操作は利用できません。',
  FORBIDDEN_ROLE: 'この操作を行う権限がありません',
  STAFF_SECOND_FACTOR_REQUIRED: '運営の操作には二段階認証が必要です。設定で二段階認証を有効にしてください',
  ROLE_NOT_ALLOWED: 'このアカウントにこの操作は行えません',
  ACCOUNT_NOT_FOUND: 'アカウントが見つかりません',

  SITE_NOT_FOUND: 'サイトが見つかりません。URLを確認してください。',
  SITE_EXPIRED: 'このサイトは期限が切れました。',
  SITE_STOPPED: 'このページは運営により停止されています。変更や延長はできません。',
  ACCOUNT_BANNED: 'このページのアカウントは停止中です。先にアカウントの停止を解除してください。',
  HTML_BLANK: 'HTMLを入力してください。',
  HTML_TOO_LARGE: 'HTMLが1 MiBを超えています。画像を外部に置くか、内容を減らしてください。',
  HTML_NOT_TEXT:
    'HTMLに公開できない文字（NUL文字や壊れた絵文字など）が含まれています。取り除いてから、もう一度お試しください。',
  PATH_MISSING: 'パスが指定されていません',
  PATH_INVALID: pathRule,
  PATH_TAKEN: pathTaken,
  PATH_RESERVED: 'このパスは公式のページと間違われるおそれがあるため、使用できません。別のパスを入力してください。',
  '23505': pathTaken,
  USER_ID_NOT_YOURS: sessionEnded,
  REGISTRATION_REQUIRED: registrationNeeded,
  IDEMPOTENCY_KEY_REUSED: '前回の公開と内容が入れ違いになりました。もう一度お試しください。',

  EXPIRY_NOT_ALLOWED: '有効期限が変わっていました。表示を最新の期限に更新しましたので、もう一度お試しください。',
  STORAGE_QUOTA_EXCEEDED: `公開できる容量の上限に達しました。不要なページを削除するか、一時アカウントの場合は無料登録すると容量が増えます。${kept}`,
  STORAGE_FULL: `現在、登録なしの公開を一時的に停止しています。無料登録すると公開できます。${kept}`,
  BUCKET_NOT_FOUND: staleApp,

  REPORT_BLANK: 'タイトルと詳細は必須です',
  REPORT_TITLE_TOO_LONG: 'タイトルは100文字以内で入力してください',
  REPORT_DESCRIPTION_TOO_LONG: '詳細は1000文字以内で入力してください',
  REPORT_NOT_TEXT: '使用できない文字が含まれています。入力し直してください。',
  REPORT_EMAIL_INVALID: 'メールアドレスの形式が正しくありません',
  REPORT_NOT_FOUND: 'この報告は見つかりません。',
  REPORT_TEXT_INVALID: '1文字以上5000文字以内で入力してください。',
  REPORT_NOT_ANSWERABLE: '連絡先のメールアドレスがないため、返信できません。',
  PGRST100: misunderstood,
  PGRST102: misunderstood,
  PGRST103: staleApp,
  PGRST107: misunderstood,
  PGRST116: 'サイトが見つかりません。削除された可能性があります。',
  PGRST122: misunderstood,
  PGRST124: staleApp,
  PGRST200: staleApp,
  PGRST202: staleApp,
  PGRST204: staleApp,
  PGRST205: staleApp,
  PGRST303: sessionEnded,
  '21000': staleApp,
  '22007': staleApp,
  '22P02': staleApp,
  '42501': 'この操作は許可されていません。',
  '42703': staleApp,

  validation_failed: '入力内容に誤りがあります。内容を確認して、もう一度お試しください。',
  bad_json: misunderstood,
  invalid_credentials: 'メールアドレスまたはパスワードが正しくありません。',
  no_authorization: sessionEnded,
  origin_not_allowed: '公開されたページからこの操作は利用できません。',
  bad_jwt: sessionEnded,
  user_not_found: sessionEnded,
  user_banned: banned,
  session_not_found: sessionEnded,
  session_expired: sessionEnded,
  refresh_token_not_found: sessionEnded,
  refresh_token_already_used: sessionEnded,
  conflict: busy,
  email_provider_disabled: 'メールアドレスでの登録は現在利用できません。',
  phone_provider_disabled: '電話番号での登録は利用できません。',
  feature_disabled: 'この機能は現在利用できません。',
  not_admin: 'この操作は許可されていません。',
  email_not_confirmed: 'メールアドレスの確認が完了していません。届いたメールのリンクを開いてください。',
  bad_code_verifier: linkOtherBrowser,
  reauthentication_needed: '安全のため、メールで届く確認コードが必要です。',
  provider_disabled: 'このログイン方法は現在利用できません。',
  email_address_invalid: 'このメールアドレスは利用できません。入力内容を確認してください。',
  web3_unsupported_chain: 'このウォレットには対応していません。',
  invalid_grant: 'ログイン情報を確認できませんでした。もう一度お試しください。',
  current_password_required: '現在のパスワードを入力してください。',
  current_password_invalid: '現在のパスワードが正しくありません。',
  insufficient_aal: 'この操作には二段階認証が必要です。認証コードを入力してください。',
  otp_expired: 'リンクまたはコードが無効か、期限が切れています。もう一度メールを送信してください。',
  mfa_factor_not_found: '二段階認証の設定が見つかりません。ページを再読み込みしてください。',
  flow_state_not_found: linkOtherBrowser,
  manual_linking_disabled: notOffered,
  saml_provider_disabled: notOffered,
  weak_password: 'パスワードは6文字以上である必要があります',
  user_already_exists: 'このメールアドレスは既に登録されています。ログインしてください。',
  email_exists: 'このメールアドレスは既に使用されています。別のメールアドレスを入力してください。',
  same_password: '新しいパスワードは現在のパスワードと異なるものにしてください。',
  reauthentication_not_valid: '確認コードが無効か、期限が切れています。もう一度コードを送信してください。',
  otp_disabled: 'このメールアドレスでは利用できません。先に登録してください。',
  flow_state_expired: linkOtherBrowser,
  single_identity_not_deletable: 'ログイン方法がなくなるため、解除できません。',
  identity_not_found: staleApp,
  identity_already_exists: 'このアカウントは既に連携されています。',
  email_conflict_identity_not_deletable: 'メールアドレスが重複するため、解除できません。',
  mfa_factor_name_conflict: '同じ名前の二段階認証が既にあります。別の名前を入力してください。',
  too_many_enrolled_mfa_factors: '二段階認証の登録数が上限に達しています。不要なものを削除してください。',
  mfa_verification_failed: codeWrong,
  mfa_challenge_expired: '確認の時間が切れました。もう一度コードを入力してください。',
  mfa_phone_enroll_not_enabled: notOffered,
  mfa_webauthn_enroll_not_enabled: notOffered,
  web3_provider_disabled: 'このログイン方法は現在利用できません。',
  over_email_send_rate_limit: 'メールは先ほど送信しました。届かないときは、少し待ってからもう一度送信してください。',
  over_request_rate_limit: tooMany,
  request_entity_too_large: '送信する内容が大きすぎます。内容を減らしてください。',
  request_timeout: `サーバーの応答に時間がかかっています。もう一度お試しください。${kept}`,
  unexpected_failure: unexpected,
};
