import { limits } from '@haru/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Characters of a title in a notice: with what happened to it they fit on a phone. */
const MAX_TITLE_CHARACTERS = 10;

/** Texts of the dashboard; loaded with it. */
export const dashboardTexts = {
  another: '新しく公開',
  loading: 'サイトを読み込んでいます…',
  section: 'サイトの管理',
  list: 'サイト一覧',
  search: 'サイトを検索',
  searchPlaceholder: 'タイトルまたはパス',
  sort: '並べ替え',
  orders: {
    'created_at.desc': '新しい順',
    'created_at.asc': '古い順',
    'expires_at.asc': '期限が近い順',
    'title.asc': 'タイトル順',
  },
  empty: '公開したサイトはまだありません。',
  publish: 'HTMLを公開する',
  noMatch: (words: string) => `「${words}」に一致するサイトはありません。`,
  clearSearch: '検索をやめる',
  visitor: '公開したサイトを管理するには、ログインしてください。',
  login: 'ログイン',
  temporary: '一時アカウントを利用中です。登録すると、このブラウザのデータを消してもサイトを管理できます。',
  register: '無料で登録',
  failed: 'サイトを読み込めませんでした',
  retry: '再試行',
  more: 'さらに読み込む',
  loadingMore: '続きを読み込んでいます…',
  deleted: (title: string) => `「${shortened(title)}」を削除しました`,
  saved: (title: string) => `「${shortened(title)}」を変更しました`,

  card: {
    permanent: '無期限',
    soon: 'まもなく期限切れ',
    expired: '期限切れ',
    stopped: '停止中',
    created: '公開',
    expiry: '期限',
    permanentNotice: '無期限で公開中',
    expiredNotice: '公開は終了しました。延長すると再び公開されます。',
    stoppedNotice: 'このページは運営により停止されています。削除以外の変更はできません。',
    stoppedReason: '理由：',
    editPath: 'パスを変更',
    preview: 'プレビュー',
    view: 'ページを表示',
    extend: '期限を延長',
    noindex: '検索エンジンに載せない',
    remove: '削除',
    indexed: '検索エンジンへの掲載を許可しています',
    indexedOnceRegistered: '登録が完了するまで、検索エンジンには掲載されません',
    notIndexed: '検索エンジンに載せていません（noindex）',
    changeFailed: '変更できませんでした',
    removeFailed: '削除できませんでした',
    gone: 'このサイトは見つかりません。別の画面で削除された可能性があります。',
  },

  path: {
    title: 'パスを変更',
    label: '新しいパス',
    hint: `${limits.customPathMinLength}-${limits.customPathMaxLength}文字の英数字とハイフン`,
    warning: '変更すると、これまでのURLではすぐに表示できなくなります。',
    submit: '変更する',
    failed: 'パスを変更できませんでした',
  },
  extend: {
    title: '期限を延長',
    choices: '延長の方法',
    byDays: `${limits.extensionDays}日延長`,
    until: (when: string) => `${when}まで`,
    permanent: '無期限',
    permanentText: '削除するまで公開されます',
    needsRegistration: '無料の登録が必要です',
    submit: '延長する',
  },
  remove: {
    title: 'サイトを削除しますか？',
    text: (title: string) => `「${title}」を削除します。ページはすぐに表示できなくなり、元に戻せません。`,
    submit: '削除する',
  },
  registration: {
    title: '無料の登録が必要です',
    lead: 'この操作には無料の登録が必要です。',
    text: '登録すると、公開中のサイトをそのまま引き継ぎ、パスの変更、1年を超える延長、無期限の公開ができます。',
  },
} as const;

/** How long ago, in one unit: `3日前`. */
export function formatAge(date: Date, now: Date): string {
  const age = now.getTime() - date.getTime();
  if (age < MINUTE_MS) return 'たった今';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}分前`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}時間前`;
  const days = Math.floor(age / DAY_MS);
  if (days < 30) return `${days}日前`;
  return days < 365 ? `${Math.floor(days / 30)}か月前` : `${Math.floor(days / 365)}年前`;
}

/** How long until then, in one unit, rounded up as everywhere: `あと10日`. */
export function formatTimeLeft(date: Date, now: Date): string {
  const left = date.getTime() - now.getTime();
  if (left <= HOUR_MS) return `あと${Math.max(1, Math.ceil(left / MINUTE_MS))}分`;
  if (left <= DAY_MS) return `あと${Math.ceil(left / HOUR_MS)}時間`;
  return `あと${Math.ceil(left / DAY_MS)}日`;
}

/** The notice has one line, and what happened stands at its end. */
function shortened(title: string): string {
  const characters = [...title];
  return characters.length > MAX_TITLE_CHARACTERS ? `${characters.slice(0, MAX_TITLE_CHARACTERS).join('')}…` : title;
}
