import {
  type ClientErrorCode,
  type ErrorCode,
  errorText,
  type ProductErrorCode,
  productErrors as wire,
} from '@haru/contracts';
import { busy, firstErrors, inputKept, sessionEnded, tooMany, unexpected } from './first-errors.js';

/** The contracts lack the codes of failures that arise in the browser, and PostgreSQL's code for a taken path. */
type ExtraErrorCode =
  'NETWORK_ERROR' | 'FILE_UNREADABLE' | '23505' | 'SESSION_KEPT' | 'SIGN_IN_DECLINED' | 'TEMPORARY_ACCOUNT_KEPT';

const misunderstood = 'リクエストが正しく伝わりませんでした。ページを再読み込みして、もう一度お試しください。';
const staleApp = 'ページが古くなっています。再読み込みして、もう一度お試しください。';
const notOffered = 'この機能は現在利用できません。';
const signInNotOffered = 'このログイン方法は現在利用できません。';
const notAllowed = 'この操作は許可されていません。';
const linkOtherBrowser =
  'このリンクは使用済みか、期限が切れたか、別のブラウザで開かれました。もう一度メールを送信してください。';

const wireSentences = Object.fromEntries(
  Object.entries(wire).map(([code, error]) => [code, `${errorText(error)}。`]),
) as Record<ProductErrorCode, string>;

type OwnTexts = Record<ClientErrorCode | ExtraErrorCode, string> & Partial<Record<ProductErrorCode, string>>;

const rows = <Code extends keyof OwnTexts>(text: string, ...codes: Code[]) =>
  Object.fromEntries(codes.map((code) => [code, text])) as Record<Code, string>;

/** A code has a row here if screens show another text than the wire, or one without a full stop. */
const ownTexts: OwnTexts = {
  ...firstErrors,
  ...rows(misunderstood, 'INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE', 'NOT_ACCEPTABLE', 'PGRST100', 'PGRST102'),
  ...rows(misunderstood, 'PGRST107', 'PGRST122', 'bad_json'),
  ...rows(staleApp, 'ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'API_KEY_MISSING', 'API_KEY_INVALID', 'BUCKET_NOT_FOUND'),
  ...rows(staleApp, 'BASE_VERSION_REQUIRED', 'PGRST103', 'PGRST124', 'PGRST200', 'PGRST202', 'PGRST204', 'PGRST205'),
  ...rows(staleApp, '21000', '22007', '22P02', '42703', 'identity_not_found'),
  ...rows(sessionEnded, 'USER_ID_NOT_YOURS', 'PGRST303', 'no_authorization', 'bad_jwt', 'user_not_found'),
  ...rows(sessionEnded, 'session_not_found', 'session_expired', 'refresh_token_not_found'),
  ...rows(sessionEnded, 'refresh_token_already_used'),
  ...rows(notAllowed, '42501', 'not_admin'),
  ...rows(notOffered, 'feature_disabled', 'manual_linking_disabled', 'saml_provider_disabled'),
  ...rows(notOffered, 'mfa_phone_enroll_not_enabled', 'mfa_webauthn_enroll_not_enabled'),
  ...rows(linkOtherBrowser, 'bad_code_verifier', 'flow_state_not_found', 'flow_state_expired'),
  ...rows(signInNotOffered, 'provider_disabled', 'web3_provider_disabled'),

  FILE_UNREADABLE: 'ファイルを読み取れませんでした。移動または変更された可能性があります。もう一度選び直してください。',
  SESSION_KEPT: 'これまでのアカウントのまま続けています。ログインは切り替えていません。',
  SIGN_IN_DECLINED: 'ログインしませんでした。メールのリンクは、もう使えません。',
  TEMPORARY_ACCOUNT_KEPT: '一時アカウントのまま続けています。メールのリンクは、あとからもう\u2060一度開けます。',

  PROOF_REQUIRED: '自動送信でないことの確認を完了できませんでした。時間をおいて、もう一度お試しください。',

  FORBIDDEN_ROLE: wire.FORBIDDEN_ROLE.text,
  STAFF_SECOND_FACTOR_REQUIRED: errorText(wire.STAFF_SECOND_FACTOR_REQUIRED),
  ROLE_NOT_ALLOWED: wire.ROLE_NOT_ALLOWED.text,
  ACCOUNT_NOT_FOUND: wire.ACCOUNT_NOT_FOUND.text,
  UNSUBSCRIBE_TOKEN_INVALID:
    'お知らせメールを停止するリンクが途中で切れています。メールのリンクを開き直すか、設定で停止してください。',
  RECOVERY_CODE_INVALID: `${wire.RECOVERY_CODE_INVALID.text}。別のコードを入力してください。`,
  TEMPORARY_TOKEN_INVALID: '一時アカウントのセッションが終了したため、ページを引き継げませんでした。',
  TEMPORARY_ACCOUNT_REQUIRED: 'ページを引き継げるのは、一時アカウントからのみです。',

  SITE_NOT_FOUND: 'ページが見つかりません。URLを確認してください。',
  SITE_EXPIRED: 'このページの公開は終了しました。',
  SITE_STOPPED: `${wire.SITE_STOPPED.text}。変更や延長はできません。`,
  SITE_IS_LIVE: `${wire.SITE_IS_LIVE.text}。完全に削除するには、先に削除してください。`,
  HTML_NOT_TEXT:
    'HTMLに公開できない文字（NUL文字や壊れた絵文字など）が含まれています。取り除いてから、もう一度お試しください。',
  PAGE_REFUSED: `${wire.PAGE_REFUSED.text}。次の箇所を修正してください。判定が誤りの場合は「誤判定を知らせる」からお知らせください。${inputKept}`,
  PATH_MISSING: wire.PATH_MISSING.text,
  PATH_RESERVED: 'このURLは公式のページと間違われるおそれがあるため、使用できません。別のURLを入力してください。',
  IDEMPOTENCY_KEY_REUSED: '前回の公開と内容が入れ違いになりました。もう一度お試しください。',

  PAGE_PASSWORD_WRONG: '合言葉が違うか、ページの公開が終わっています。',
  OWN_ORIGINS_REQUIRED: `${wire.OWN_ORIGINS_REQUIRED.text}。別の公開範囲を選んでください。`,
  EXPIRY_NOT_ALLOWED: '有効期限が変わっていました。表示を最新の期限に更新しましたので、もう一度お試しください。',
  STORAGE_QUOTA_EXCEEDED: `${wire.STORAGE_QUOTA_EXCEEDED.text}。不要なページを削除するか、一時アカウントの場合は無料登録すると容量が増えます。${inputKept}`,
  STORAGE_FULL: `${wireSentences.STORAGE_FULL}${inputKept}`,
  VERSION_CONFLICT: `${wire.VERSION_CONFLICT.text}。${inputKept}`,
  VERSION_NOT_FOUND: `${wire.VERSION_NOT_FOUND.text}。消去された可能性があります。`,
  TOO_MANY_LABELS: `${wire.TOO_MANY_LABELS.text}。不要な名前を外してから、もう一度お試しください。`,

  REPORT_BLANK: wire.REPORT_BLANK.text,
  REPORT_NOT_TEXT: '使用できない文字が含まれています。入力し直してください。',
  REPORT_NOT_FOUND: 'この報告は見つかりません。',
  REPORT_TEXT_INVALID: '1文字以上5000文字以内で入力してください。',
  CASE_NOT_FOUND: `${wire.CASE_NOT_FOUND.text}。リンクを確認してください。`,
  CASE_STATE_CHANGED: `${wire.CASE_STATE_CHANGED.text}。読み込み直してください。`,
  PGRST116: 'ページが見つかりません。削除された可能性があります。',

  validation_failed: firstErrors.VALIDATION_FAILED,
  invalid_credentials: 'メールアドレスまたはパスワードが正しくありません。',
  origin_not_allowed: wireSentences.ORIGIN_NOT_ALLOWED,
  user_banned: 'このアカウントは利用を停止されています。',
  conflict: busy,
  email_provider_disabled: 'メールアドレスでの登録は現在利用できません。',
  phone_provider_disabled: '電話番号での登録は利用できません。',
  email_not_confirmed: 'メールアドレスの確認が完了していません。届いたメールのリンクを開いてください。',
  reauthentication_needed: '安全のため、メールで届く確認コードが必要です。',
  email_address_invalid: 'このメールアドレスは利用できません。入力内容を確認してください。',
  web3_unsupported_chain: 'このウォレットには対応していません。',
  invalid_grant: 'ログイン情報を確認できませんでした。もう一度お試しください。',
  current_password_required: '現在のパスワードを入力してください。',
  current_password_invalid: '現在のパスワードが正しくありません。',
  insufficient_aal: 'この操作には二段階認証が必要です。認証コードを入力してください。',
  otp_expired: 'リンクまたはコードが無効か、期限が切れています。もう一度メールを送信してください。',
  mfa_factor_not_found: '二段階認証の設定が見つかりません。ページを再読み込みしてください。',
  weak_password: 'パスワードは6文字以上である必要があります',
  user_already_exists: 'このメールアドレスは既に登録されています。ログインしてください。',
  email_exists: 'このメールアドレスは既に使用されています。別のメールアドレスを入力してください。',
  same_password: '新しいパスワードは現在のパスワードと異なるものにしてください。',
  reauthentication_not_valid: '確認コードが無効か、期限が切れています。もう一度コードを送信してください。',
  otp_disabled: 'このメールアドレスでは利用できません。先に登録してください。',
  single_identity_not_deletable: 'ログイン方法がなくなるため、解除できません。',
  identity_already_exists: 'このアカウントは既に連携されています。',
  email_conflict_identity_not_deletable: 'メールアドレスが重複するため、解除できません。',
  mfa_factor_name_conflict: '同じ名前の二段階認証が既にあります。別の名前を入力してください。',
  too_many_enrolled_mfa_factors: '二段階認証の登録数が上限に達しています。不要なものを削除してください。',
  mfa_verification_failed: '認証コードが正しくありません。もう一度入力してください。',
  mfa_challenge_expired: '確認の時間が切れました。もう一度コードを入力してください。',
  over_email_send_rate_limit: 'メールは先ほど送信しました。届かないときは、少し待ってからもう一度送信してください。',
  over_request_rate_limit: tooMany,
  request_entity_too_large: '送信する内容が大きすぎます。内容を減らしてください。',
  request_timeout: firstErrors.SERVICE_TIMEOUT,
  unexpected_failure: unexpected,
};

/** People read these texts. They are loaded with the first code that is not one of the first view. */
export const errors: Record<ErrorCode | ExtraErrorCode, string> = { ...wireSentences, ...ownTexts };
