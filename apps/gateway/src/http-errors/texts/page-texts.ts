import type { ErrorText } from './error-text.js';

const checkAddress = { hint: 'Check the path of the page.', ja: 'ページのパスを確認してください' };
const anotherPath = { hint: 'Choose another path.', ja: '別のパスを指定してください' };

/** These are about pages and their versions. */
export const pageTexts = {
  BROWSER_NOT_ALLOWED: {
    en: 'This address is for programs such as curl, not for browsers.',
    hint: 'Publish on the web page. JavaScript, whose fetch looks like a browser, calls POST /functions/v1/create-site.',
  },
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
  HTML_TOO_LARGE: {
    en: 'The page is larger than 1 MiB.',
    hint: 'Make it smaller, or publish it as index.html in a ZIP archive or folder, where each file may have 10 MiB.',
    ja: 'ページを小さくするか、index.htmlとしてZIPファイルまたはフォルダーに入れて公開してください',
  },
  HTML_NOT_TEXT: {
    en: 'The page has characters that cannot be stored (NUL or half a surrogate pair).',
    hint: 'Remove them.',
    ja: '該当する文字を取り除いてください',
  },
  COMPONENT_INVALID: {
    en: 'The code of the component cannot be read.',
    hint: 'details has the line and column, and what was expected there. Send one file of JSX or TSX.',
  },
  COMPONENT_IMPORT_UNKNOWN: {
    en: 'The component imports something else than react, react-dom, lucide-react and recharts.',
    hint: 'Write it into the component, with Tailwind classes for its looks, or publish a build as files.',
  },
  COMPONENT_NOT_EXPORTED: { en: 'The code exports no component.', hint: 'Export it with export default.' },
  HTML_NOT_UTF8: { en: 'The page is not UTF-8.', hint: 'Convert it to UTF-8, for example with iconv -t UTF-8.' },
  FORM_FILE_MISSING: { en: 'The form has no file.', hint: 'Send one with curl -F file=@page.html.' },
  FORM_SEVERAL_FILES: { en: 'The form has several files.', hint: 'Send one ZIP archive with curl -F file=@site.zip.' },
  SEVERAL_PAGES: {
    en: 'The text has several pages.',
    hint: 'Send one of them, or name a format to publish the whole text.',
  },
  PAGE_REFUSED: {
    en: 'The page looks like a form in the name of another service, or has content that was stopped.',
    hint: 'Change what findings names, by rule and line. If this is a mistake, report it.',
  },
  PATH_INVALID: {
    en: 'A path has 3 to 20 lowercase letters, digits and hyphens.',
    hint: 'Choose another path.',
    ja: '別のパスを指定してください',
  },
  PATH_TAKEN: { en: 'The path is taken.', ...anotherPath },
  PATH_RESERVED: { en: 'The path is reserved.', ...anotherPath },
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
  SITE_UNDER_REVIEW: {
    en: 'The page is being checked.',
    hint: 'Open its share link, which shows a notice first.',
  },
  SITE_IS_LIVE: { en: 'The page is public.', hint: 'Delete it first.' },
  PATH_MISSING: { en: 'The request names no path.', hint: 'Send path.', ja: 'pathを指定してください' },
  PAGE_PASSWORD_WRONG: {
    en: 'The password is wrong, or no page at this path is opened with a password.',
    hint: 'Ask the person who gave you the address.',
    ja: 'URLを教えてくれた人に確認してください',
  },
  OWN_ORIGINS_REQUIRED: {
    en: 'Pages have a password only where each page has a host of its own.',
    hint: 'Publish with visibility=secret, or set VIEWER_ORIGIN_PATTERN.',
    ja: 'visibility=secretで公開するか、VIEWER_ORIGIN_PATTERNを設定してください',
  },
  EXPIRY_NOT_ALLOWED: {
    en: 'An expiry is either 30 days after the present one, or permanent.',
    hint: 'Read the present expires_at and add 30 days to it.',
    ja: '現在のexpires_atを読み取り、30日を足してください',
  },
  VERSION_IS_CURRENT: {
    en: 'The current version cannot be erased.',
    hint: 'Restore another version first.',
    ja: '先に別のバージョンを復元してください',
  },
} as const satisfies Record<string, ErrorText>;
