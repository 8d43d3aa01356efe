import { type ErrorCode, type ProductErrorCode, productErrors } from '@haru/contracts';
import { errorTable } from './error-table.js';

export type Language = 'en' | 'ja';

interface ProgramText {
  en: string;
  /** It says what to do next. */
  hint: string;
  /** It says the same in Japanese, where the contracts' table has no advice. */
  ja?: string;
}

const checkAddress = { hint: 'Check the path of the page.', ja: 'ページのパスを確認してください' };
const later = 'Wait a little, then send the request again.';
const shorten = { hint: 'Make the page smaller.', ja: 'ページを小さくしてください' };
const signIn = { hint: 'Sign in again in a browser.', ja: 'ブラウザでログインし直してください' };

/** Programs read these beside the Japanese texts of the contracts: every product code that their routes can answer. */
const programTexts: Partial<Record<ErrorCode, ProgramText>> = {
  VALIDATION_FAILED: {
    en: 'The request is not valid.',
    hint: 'Correct the fields that details names.',
    ja: 'detailsに挙げた項目を修正してください',
  },
  INVALID_JSON: { en: 'The body is not JSON.', hint: 'Send JSON in UTF-8.', ja: 'UTF-8のJSONを送信してください' },
  PAYLOAD_TOO_LARGE: { en: 'The body is too large.', ...shorten },
  NOT_ACCEPTABLE: {
    en: 'This address answers JSON only.',
    hint: 'Send Accept: application/json.',
    ja: 'Accept: application/jsonを送信してください',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    en: 'The body has a type or an encoding that is not taken here.',
    hint: 'Send it uncompressed: JSON in UTF-8, or the bytes of the page where the address takes a page.',
    ja: '圧縮せずに送信してください',
  },
  ROUTE_NOT_FOUND: {
    en: 'There is nothing at this address.',
    hint: 'Read the documentation for the addresses.',
    ja: 'ドキュメントでアドレスを確認してください',
  },
  METHOD_NOT_ALLOWED: {
    en: 'This address does not take this method.',
    hint: 'Read the documentation for the methods.',
    ja: 'ドキュメントでメソッドを確認してください',
  },
  RATE_LIMITED: {
    en: 'Too many requests.',
    hint: 'Wait for the seconds in Retry-After, or publish with an API key of a registered account.',
  },
  PROOF_REQUIRED: {
    en: 'The free pages of your network are used up for the moment.',
    hint: 'Publish with an API key of a registered account (Authorization: Bearer haru_…), wait an hour, or solve the challenge and send it in X-Haru-Proof.',
  },
  SERVICE_BUSY: { en: 'The service is busy.', hint: later },
  SERVICE_TIMEOUT: { en: 'The request took too long.', hint: 'Send it again with the same Idempotency-Key.' },
  SERVICE_UNAVAILABLE: { en: 'The service cannot be reached.', hint: later },
  UNKNOWN_ERROR: { en: 'Something unexpected happened.', hint: later },
  ORIGIN_NOT_ALLOWED: {
    en: 'A published page cannot call this address.',
    hint: 'Call it from a program.',
    ja: 'プログラムから呼び出してください',
  },
  BROWSER_NOT_ALLOWED: {
    en: 'This address is for programs such as curl, not for browsers.',
    hint: 'Publish on the web page. JavaScript, whose fetch looks like a browser, calls POST /functions/v1/create-site.',
  },
  CREDENTIAL_INVALID: {
    en: 'The key is wrong, revoked or expired.',
    hint: 'Check the key, or make a new one under Settings › API keys.',
  },
  SCOPE_MISSING: { en: 'This key may not do this.', hint: 'Make an API key with the scope that this route needs.' },
  SESSION_REQUIRED: { en: 'This cannot be done with a key.', hint: 'Sign in with a browser and do it there.' },
  TOO_MANY_API_KEYS: { en: 'An account has at most 20 API keys.', hint: 'Revoke one that is not used.' },
  TOKEN_INVALID: {
    en: 'A valid credential is needed.',
    hint: 'Send Authorization: Bearer with an API key, an edit key or an access token.',
    ja: 'Authorization: BearerでAPIキーなどを送信してください',
  },
  SESSION_ENDED: { en: 'The session has ended.', ...signIn },
  insufficient_aal: {
    en: 'The session has not shown its second factor.',
    hint: 'Enter the code of the authenticator app, then try again.',
    ja: '二段階認証のコードを入力してから再試行してください',
  },
  user_banned: { en: 'The account is banned.', hint: 'Contact the operator.', ja: '運営に問い合わせてください' },
  user_not_found: { en: 'The account does not exist.', ...signIn },
  session_not_found: { en: 'The session has ended.', ...signIn },
  no_authorization: { en: 'A session is needed.', ...signIn },
  SITE_NOT_FOUND: { en: 'There is no such page of this account.', ...checkAddress },
  SITE_EXPIRED: {
    en: 'The page has expired.',
    hint: 'Restore it with POST /functions/v1/restore-site, or publish it again.',
    ja: '復元するか、もう一度公開してください',
  },
  SITE_STOPPED: {
    en: 'The operator has stopped this page.',
    hint: 'The owner finds the reason in the dashboard.',
    ja: '理由はマイページで確認できます',
  },
  HTML_BLANK: { en: 'The page is empty.', hint: 'Send HTML as the body.', ja: '本文にHTMLを入れてください' },
  HTML_TOO_LARGE: { en: 'The page is larger than 1 MiB.', ...shorten },
  HTML_NOT_TEXT: {
    en: 'The page has characters that cannot be stored (NUL or half a surrogate pair).',
    hint: 'Remove them.',
    ja: '該当する文字を取り除いてください',
  },
  HTML_NOT_UTF8: { en: 'The page is not UTF-8.', hint: 'Convert it to UTF-8, for example with iconv -t UTF-8.' },
  FORM_FILE_MISSING: { en: 'The form has no file.', hint: 'Send one with curl -F file=@page.html.' },
  PAGE_REFUSED: {
    en: 'The page looks like a form in the name of another service, or has content that was stopped.',
    hint: 'Change what findings names, by rule and line. If this is a mistake, report it.',
  },
  PATH_INVALID: {
    en: 'A path has 3 to 20 lowercase letters, digits and hyphens.',
    hint: 'Choose another path.',
    ja: '別のパスを指定してください',
  },
  PATH_TAKEN: { en: 'The path is taken.', hint: 'Choose another path.', ja: '別のパスを指定してください' },
  PATH_RESERVED: { en: 'The path is reserved.', hint: 'Choose another path.', ja: '別のパスを指定してください' },
  REGISTRATION_REQUIRED: {
    en: 'This needs a registered account.',
    hint: 'Sign up for free and use an API key of that account.',
    ja: '登録したアカウントのAPIキーを使ってください',
  },
  USER_ID_NOT_YOURS: { en: 'A page cannot be published for another account.', hint: 'Leave the account out.' },
  IDEMPOTENCY_KEY_REUSED: {
    en: 'This Idempotency-Key was used with another content.',
    hint: 'Use a new key for a new content.',
    ja: '内容が違う場合は新しいキーを使ってください',
  },
  STORAGE_QUOTA_EXCEEDED: {
    en: 'The storage of this account is full.',
    hint: 'Delete pages that are not needed, or sign up for more.',
  },
  STORAGE_FULL: { en: 'Publishing without a registered account is paused.', hint: 'Use an API key.' },
  BASE_VERSION_REQUIRED: {
    en: 'The request does not say which version it replaces.',
    hint: 'Send If-Match with the ETag that you read, or If-Match: * to replace any version.',
    ja: '読み取ったETagか、どのバージョンでもよければ*を指定してください',
  },
  VERSION_CONFLICT: {
    en: 'The page was changed meanwhile.',
    hint: 'Read it again, apply your change to the present version, and send its ETag in If-Match.',
    ja: '読み直して変更を加え、新しいETagをIf-Matchに指定してください',
  },
  VERSION_NOT_FOUND: { en: 'There is no such version.', hint: 'List the versions.', ja: '一覧で確認してください' },
  TOO_MANY_LABELS: { en: 'At most 20 versions have a label.', hint: 'Remove one.', ja: '名前を外してください' },
};

const general: ProgramText = {
  en: '',
  hint: 'Read the documentation of this error.',
  ja: 'このエラーのドキュメントを確認してください',
};

/** Returns what happened and what to do, in the language. */
export function programTextOf(code: ErrorCode, language: Language): { message: string; hint: string } {
  const text = programTexts[code] ?? { ...general, en: errorTable[code].text };
  if (language === 'en') return { message: text.en, hint: text.hint };
  const product: { text: string; advice?: string } | undefined = isProductCode(code) ? productErrors[code] : undefined;
  const hint = product?.advice ?? text.ja ?? general.ja ?? '';
  return { message: product?.text ?? errorTable[code].text, hint };
}

function isProductCode(code: ErrorCode): code is ProductErrorCode {
  return Object.hasOwn(productErrors, code);
}

/** Reads `Accept-Language`. Programs that name no language get English. */
export function languageOf(header: string | undefined): Language {
  const weighted = (header ?? '').split(',').map((part) => {
    const [tag = '', weight = '1'] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return { language: tag.split('-')[0], weight: Number(weight) || 0 };
  });
  const known = weighted.filter(({ language, weight }) => weight > 0 && (language === 'en' || language === 'ja'));
  const [first] = known.toSorted((one, other) => other.weight - one.weight);
  return first?.language === 'ja' ? 'ja' : 'en';
}
