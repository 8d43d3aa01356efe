import type { ErrorText } from './error-text.js';

const askAdmin = { hint: 'Ask an admin of the service.', ja: 'サービスの管理者に相談してください' };
const reload = { hint: 'Read it again, then decide.', ja: '読み込み直して確認してください' };

/** These are about accounts, keys, reports and cases. */
export const accountTexts = {
  ORIGIN_NOT_ALLOWED: {
    en: 'A published page cannot call this address.',
    hint: 'Call it from a program.',
    ja: 'プログラムから呼び出してください',
  },
  CREDENTIAL_INVALID: {
    en: 'The key is wrong, revoked or expired.',
    hint: 'Check the key, or make a new one under Settings › API keys.',
  },
  SCOPE_MISSING: { en: 'This key may not do this.', hint: 'Make an API key with the scope that this route needs.' },
  SESSION_REQUIRED: { en: 'This cannot be done with a key.', hint: 'Sign in with a browser and do it there.' },
  TOO_MANY_API_KEYS: { en: 'An account has at most 20 API keys.', hint: 'Revoke one that is not used.' },
  REGISTRATION_REQUIRED: {
    en: 'This needs a registered account.',
    hint: 'Sign up for free and use an API key of that account.',
    ja: '登録したアカウントのAPIキーを使ってください',
  },
  USER_ID_NOT_YOURS: {
    en: 'A page cannot be published for another account.',
    hint: 'Leave user_id out.',
    ja: 'user_idを省いてください',
  },
  FORBIDDEN_ROLE: { en: 'The account does not have the role that this needs.', ...askAdmin },
  STAFF_SECOND_FACTOR_REQUIRED: {
    en: 'The work of operators needs a second factor.',
    hint: 'Switch on the second factor in the settings, and sign in with it.',
  },
  ROLE_NOT_ALLOWED: { en: 'This cannot be done to this account.', ...askAdmin },
  ACCOUNT_NOT_FOUND: {
    en: 'There is no such account.',
    hint: 'Check its id or address.',
    ja: 'IDまたはメールアドレスを確認してください',
  },
  MANAGEMENT_LINK_INVALID: {
    en: 'The management link cannot be used: it was replaced or revoked, or its account was registered or deleted.',
    hint: 'Use the newest link, or sign in.',
  },
  UNSUBSCRIBE_TOKEN_INVALID: {
    en: 'The link to unsubscribe is not complete.',
    hint: 'Open the link of the mail again, or unsubscribe in the settings.',
    ja: 'メールのリンクを開き直すか、設定で停止してください',
  },
  RECOVERY_CODE_INVALID: {
    en: 'The recovery code is wrong or was used before.',
    hint: 'Enter another one.',
    ja: '別のコードを入力してください',
  },
  MANAGEMENT_LINK_NOT_ALLOWED: {
    en: 'Only temporary accounts have management links.',
    hint: 'Sign in with the address of the account instead.',
    ja: 'メールアドレスでログインしてください',
  },
  TEMPORARY_TOKEN_INVALID: {
    en: 'The token of the temporary account is wrong, or its session has ended.',
    hint: 'Send the refresh token of the temporary account that has the pages.',
    ja: 'ページのある一時アカウントのリフレッシュトークンを送信してください',
  },
  TEMPORARY_ACCOUNT_REQUIRED: {
    en: 'Pages are taken over from temporary accounts only.',
    hint: 'Send the token of a temporary account.',
    ja: '一時アカウントのトークンを送信してください',
  },
  ACCOUNT_BANNED: { en: 'The account of the page is banned.', hint: 'Lift the ban of the account first.' },

  REPORT_BLANK: {
    en: 'A report needs a title and a description.',
    hint: 'Send title and description.',
    ja: 'タイトルと詳細を入力してください',
  },
  REPORT_TITLE_TOO_LONG: {
    en: 'The title of a report has at most 100 characters.',
    hint: 'Shorten the title.',
    ja: 'タイトルを短くしてください',
  },
  REPORT_DESCRIPTION_TOO_LONG: {
    en: 'The description of a report has at most 1,000 characters.',
    hint: 'Shorten the description.',
    ja: '詳細を短くしてください',
  },
  REPORT_NOT_TEXT: {
    en: 'The text has characters that cannot be stored (NUL or half a surrogate pair).',
    hint: 'Remove them.',
    ja: '該当する文字を取り除いてください',
  },
  REPORT_EMAIL_INVALID: {
    en: 'The mail address is not valid.',
    hint: 'Correct it, or leave it out.',
    ja: '修正するか、空にしてください',
  },
  REPORT_NOT_FOUND: { en: 'There is no such report.', hint: 'List the reports.', ja: '一覧で確認してください' },
  REPORT_TEXT_INVALID: {
    en: 'The text has 1 to 5,000 characters.',
    hint: 'Send such a text.',
    ja: '文字数を調整してください',
  },
  REPORT_NOT_ANSWERABLE: {
    en: 'The reporter left no mail address.',
    hint: 'Add a note to the report instead.',
    ja: '代わりにメモを残してください',
  },
  CASE_NOT_FOUND: {
    en: 'There is no such case.',
    hint: 'Check the link of the case.',
    ja: 'リンクを確認してください',
  },
  CASE_STATE_CHANGED: { en: 'The case has another state by now, in which this cannot be done.', ...reload },
  CASE_CONCERNS_CALLER: {
    en: 'Nobody decides about an own page or an own report.',
    hint: 'Leave the case to another moderator.',
    ja: '別の担当者に任せてください',
  },
  CASE_NEEDS_ANOTHER_ADMIN: {
    en: 'A moderator who did not stop the page decides about the objection.',
    hint: 'Leave the objection to another moderator.',
    ja: '別の担当者に任せてください',
  },
} as const satisfies Record<string, ErrorText>;
