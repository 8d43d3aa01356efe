import type { ClientErrorCode } from '@haru/contracts';
import { type ErrorText, later, signIn } from './error-text.js';

interface ClientText extends Required<Pick<ErrorText, 'hint' | 'ja'>> {
  /** What happened, in Japanese. */
  message: string;
  /** What happened, where the text for clients is not a sentence for people. */
  en?: string;
}

const sendKey = {
  hint: 'Send the public key of /config.json (anonKey) in the header apikey.',
  ja: '/config.jsonのanonKeyをapikeyヘッダーで送信してください',
};
const columns = { hint: 'Use the columns that /openapi.json lists.', ja: '/openapi.jsonにある列を指定してください' };
const correct = { hint: 'Correct what the message names.', ja: '示された箇所を修正してください' };
const sendJson = { hint: 'Send a JSON object in UTF-8.', ja: 'UTF-8のJSONを送信してください' };
const notOffered = { hint: 'Use another way that is offered here.', ja: '提供されている別の方法を利用してください' };
const wait = { hint: 'Wait for the seconds in Retry-After.', ja: 'Retry-Afterの秒数だけお待ちください' };
const again = { hint: later, ja: 'しばらく待ってから再試行してください' };
const requestLink = { hint: 'Request a new mail.', ja: 'もう一度メールを送信してください' };
const openHere = {
  hint: 'Open the link in the browser that requested it, or request a new one.',
  ja: '要求したブラウザで開くか、もう一度メールを送信してください',
};
const otherPassword = { hint: 'Choose another password.', ja: '別のパスワードを指定してください' };
const otherAddress = { hint: 'Use another address.', ja: '別のメールアドレスを指定してください' };
const listFactors = { hint: 'Read the factors of the account again.', ja: '設定を読み込み直してください' };
const wayNotOffered = 'このログイン方法は利用できません';
const sessionOver = 'ログインの有効期限が切れました';

/** Clients of the auth, data and storage APIs get short English texts; people read these in the documentation. */
export const clientTexts: Record<ClientErrorCode, ClientText> = {
  API_KEY_MISSING: { message: 'apikeyヘッダーがありません', ...sendKey },
  API_KEY_INVALID: { message: 'apikeyヘッダーのキーが正しくありません', ...sendKey },
  TOKEN_INVALID: {
    en: 'A valid credential is needed.',
    message: '有効なキーまたはトークンが必要です',
    hint: 'Send Authorization: Bearer with an API key, an edit key or an access token.',
    ja: 'Authorization: BearerでAPIキーなどを送信してください',
  },
  SESSION_ENDED: { en: 'The session has ended.', message: sessionOver, ...signIn },
  BUCKET_NOT_FOUND: {
    message: 'このバケットはありません',
    hint: 'Use the bucket html-sites.',
    ja: 'バケットhtml-sitesを指定してください',
  },

  PGRST100: { message: '検索条件を読み取れません', ...correct },
  PGRST102: { message: 'JSONが空か、正しくありません', ...sendJson },
  PGRST103: {
    message: '指定した範囲に行がありません',
    hint: 'Ask for a smaller offset.',
    ja: 'offsetを小さくしてください',
  },
  PGRST107: {
    message: '指定した形式では応答できません',
    hint: 'Send Accept: application/json.',
    ja: 'Accept: application/jsonを送信してください',
  },
  PGRST116: {
    message: '行がちょうど1件ではありません',
    hint: 'Choose the row by its id, or accept a list.',
    ja: 'idで1行を指定するか、一覧として受け取ってください',
  },
  PGRST122: {
    message: 'Preferヘッダーの指定が正しくありません',
    hint: 'Correct Prefer, or leave handling=strict out.',
    ja: 'Preferを修正してください',
  },
  PGRST124: {
    message: '変更される行がmax-affectedより多くなります',
    hint: 'Choose fewer rows.',
    ja: '対象の行を減らしてください',
  },
  PGRST200: { message: '関連する表がありません', hint: 'Leave the embedding out.', ja: '埋め込みを外してください' },
  PGRST202: {
    message: 'この関数はありません',
    hint: 'Call a route of /openapi.json.',
    ja: 'API一覧を確認してください',
  },
  PGRST204: { message: 'この列はありません', ...columns },
  PGRST205: { message: 'この表はありません', hint: 'Use the table sites.', ja: '表sitesを指定してください' },
  PGRST303: { message: sessionOver, ...signIn },
  21000: { message: '条件のない変更と削除はできません', hint: 'Add a filter.', ja: '条件を追加してください' },
  22007: { message: '日時の形式が正しくありません', hint: 'Send ISO 8601.', ja: 'ISO 8601で送信してください' },
  '22P02': { message: '値の形式が正しくありません', ...correct },
  42501: {
    message: 'この操作は許可されていません',
    hint: 'Use the account that owns the row, and change only columns that the documentation names.',
    ja: '行を所有するアカウントで、変更できる列だけを指定してください',
  },
  42703: { message: 'この列はありません', ...columns },

  validation_failed: { message: '送信された内容に誤りがあります', ...correct },
  bad_json: { message: '送信された内容をJSONとして読み取れません', ...sendJson },
  invalid_credentials: {
    message: 'メールアドレスまたはパスワードが正しくありません',
    hint: 'Check both, or request a mail to set a new password.',
    ja: '両方を確認するか、パスワードを再設定してください',
  },
  email_not_confirmed: {
    message: 'メールアドレスの確認が完了していません',
    hint: 'Open the link of the mail.',
    ja: '届いたメールのリンクを開いてください',
  },
  user_banned: {
    en: 'The account is banned.',
    message: 'アカウントは停止されています',
    hint: 'Contact the operator.',
    ja: '運営に問い合わせてください',
  },
  refresh_token_not_found: { message: 'リフレッシュトークンが見つかりません', ...signIn },
  refresh_token_already_used: { message: 'リフレッシュトークンは使用済みです', ...signIn },
  session_expired: { message: sessionOver, ...signIn },
  session_not_found: { en: 'The session has ended.', message: sessionOver, ...signIn },
  bad_code_verifier: { message: '要求したブラウザではありません', ...openHere },
  reauthentication_needed: {
    message: 'パスワードの変更には確認コードが必要です',
    hint: 'Request the code with /auth/v1/reauthenticate, and send it as nonce.',
    ja: '/auth/v1/reauthenticateで確認コードを受け取り、nonceで送信してください',
  },
  email_provider_disabled: { message: 'メールアドレスでの登録は利用できません', ...notOffered },
  phone_provider_disabled: { message: '電話番号での登録は利用できません', ...notOffered },
  provider_disabled: { message: wayNotOffered, ...notOffered },
  email_address_invalid: { message: 'メールアドレスが正しくありません', ...otherAddress },
  web3_unsupported_chain: { message: 'このチェーンには対応していません', ...notOffered },
  invalid_grant: {
    message: 'ログイン情報を確認できませんでした',
    hint: 'Begin the sign-in again.',
    ja: 'ログインをやり直してください',
  },
  current_password_required: {
    message: '現在のパスワードが必要です',
    hint: 'Send current_password.',
    ja: 'current_passwordを送信してください',
  },
  current_password_invalid: {
    message: '現在のパスワードが正しくありません',
    hint: 'Enter the present password.',
    ja: '現在のパスワードを確認してください',
  },
  no_authorization: { en: 'A session is needed.', message: 'ログインが必要です', ...signIn },
  origin_not_allowed: {
    message: '公開されたページからこの操作は利用できません',
    hint: 'Call it from a program or from the app.',
    ja: 'プログラムから呼び出してください',
  },
  insufficient_aal: {
    en: 'The session has not shown its second factor.',
    message: '二段階認証が完了していません',
    hint: 'Enter the code of the authenticator app, then try again.',
    ja: '二段階認証のコードを入力してから再試行してください',
  },
  bad_jwt: { message: 'アクセストークンが正しくありません', ...signIn },
  user_not_found: { en: 'The account does not exist.', message: 'アカウントがありません', ...signIn },
  not_admin: {
    message: 'この操作は運営だけが行えます',
    hint: 'Send the service key.',
    ja: 'サービスキーを送信してください',
  },
  otp_expired: { message: 'リンクまたはコードが無効か、期限が切れています', ...requestLink },
  mfa_factor_not_found: { message: '二段階認証の設定が見つかりません', ...listFactors },
  flow_state_not_found: { message: 'ログインの途中の状態が見つかりません', ...openHere },
  manual_linking_disabled: { message: 'ログイン方法の連携は利用できません', ...notOffered },
  saml_provider_disabled: { message: 'SAMLでのログインは利用できません', ...notOffered },
  feature_disabled: { message: 'この機能は利用できません', ...notOffered },
  conflict: { message: '同じセッションの更新が同時に行われています', ...again },
  weak_password: {
    en: 'The password is too weak.',
    message: 'パスワードが弱すぎます',
    hint: 'Choose one with at least 6 characters that is not known from a leak.',
    ja: '6文字以上で、漏えいの知られていないものにしてください',
  },
  user_already_exists: {
    message: 'このメールアドレスは登録済みです',
    hint: 'Sign in instead.',
    ja: 'ログインしてください',
  },
  email_exists: { message: 'このメールアドレスは使用されています', ...otherAddress },
  same_password: { message: '現在と同じパスワードです', ...otherPassword },
  reauthentication_not_valid: { message: '確認コードが無効か、期限が切れています', ...requestLink },
  otp_disabled: {
    message: 'このメールアドレスは登録されていません',
    hint: 'Sign up first.',
    ja: '先に登録してください',
  },
  flow_state_expired: { message: 'ログインの途中の状態の期限が切れました', ...openHere },
  single_identity_not_deletable: {
    message: 'ログイン方法がなくなるため、解除できません',
    hint: 'Add another way to sign in first.',
    ja: '先に別のログイン方法を追加してください',
  },
  identity_not_found: {
    message: 'この連携は見つかりません',
    hint: 'Read the account again.',
    ja: 'アカウントを読み込み直してください',
  },
  identity_already_exists: {
    message: 'この連携は既にあります',
    hint: 'Sign in with it.',
    ja: 'その方法でログインしてください',
  },
  email_conflict_identity_not_deletable: {
    message: 'メールアドレスが重なるため、解除できません',
    hint: 'Change the address of the account first.',
    ja: '先にメールアドレスを変更してください',
  },
  mfa_factor_name_conflict: {
    message: '同じ名前の認証アプリがあります',
    hint: 'Choose another name.',
    ja: '別の名前にしてください',
  },
  too_many_enrolled_mfa_factors: {
    message: '認証アプリの数が上限に達しています',
    hint: 'Remove one first.',
    ja: '先に1つ解除してください',
  },
  mfa_verification_failed: {
    message: '認証コードが正しくありません',
    hint: 'Enter the code that the app shows at this moment; check the clock of the device.',
    ja: 'アプリに表示中のコードを入力し、端末の時刻を確認してください',
  },
  mfa_challenge_expired: {
    message: '認証の有効期限が切れました',
    hint: 'Begin a new challenge.',
    ja: 'もう一度やり直してください',
  },
  mfa_phone_enroll_not_enabled: { message: '電話番号での二段階認証は利用できません', ...notOffered },
  mfa_webauthn_enroll_not_enabled: { message: 'パスキーでの二段階認証は利用できません', ...notOffered },
  web3_provider_disabled: { message: 'ウォレットでのログインは利用できません', ...notOffered },
  over_request_rate_limit: { message: '短時間に操作が多すぎます', ...wait },
  over_email_send_rate_limit: { message: '短時間に送信できるメールの数を超えました', ...wait },
  request_entity_too_large: {
    message: '送信された内容が大きすぎます',
    hint: 'Send less.',
    ja: '内容を小さくしてください',
  },
  request_timeout: { message: '時間内に処理が終わりませんでした', ...again },
  unexpected_failure: { message: '予期しない問題が起きました', ...again },
};
