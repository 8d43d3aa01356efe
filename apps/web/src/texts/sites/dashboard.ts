import { formatDay } from '../formats.js';
import { DAY_MS, limits } from '@haru/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A title of so many characters and the rest of the notice fit on a phone. */
const MAX_TITLE_CHARACTERS = 10;

export const dashboardTexts = {
  another: '新しく公開',
  total: (count: string) => `${count}件`,
  found: (count: string, total: string) => `${count} / ${total}件`,
  loading: 'ページを読み込んでいます…',
  section: 'ページの管理',
  list: 'ページ一覧',
  search: 'ページを検索',
  searchPlaceholder: 'タイトル・URL',
  sort: '並べ替え',
  orders: {
    'created_at.desc': '新しい順',
    'created_at.asc': '古い順',
    'expires_at.asc': '期限が近い順',
    'title.asc': 'タイトル順',
  },
  shown: 'ページの状態',
  states: { live: '公開中', soon: 'まもなく終了', ended: '終了・削除' },
  view: '表示',
  views: { grid: 'グリッド', list: 'リスト' },
  empty: '公開中のページはありません。',
  publish: 'ページを公開する',
  noMatch: (words: string) => `「${words}」に一致するページはありません。`,
  clearSearch: '検索をやめる',
  noneShown: 'あてはまるページはありません。',
  showAll: '公開中のページを表示',
  visitor: 'ここで、公開したページを管理できます。公開に登録は不要です。登録済みの方は、ログインしてください。',
  temporary: '一時アカウントを利用中です。登録すると、このブラウザのデータを消してもページを管理できます。',
  failed: 'ページを読み込めませんでした',
  more: 'さらに読み込む',
  loadingMore: '続きを読み込んでいます…',
  deleted: (title: string) => `「${shortened(title)}」を削除しました`,
  undo: '元に戻す',
  restored: (title: string) => `「${shortened(title)}」を元に戻しました`,
  restoreFailed: (reason: string) => `元に戻せませんでした。${reason}`,
  noindexSet: (isSet: boolean) => `検索結果に表示${isSet ? 'しない' : 'する'}設定にしました`,
  extended: (until: Date) => `${formatDay(until)}まで延長しました`,
  madePermanent: '無期限で公開します',
  madeSecret: '新しいリンクを知っている人だけが見られます',
  passwordSet: '合言葉を知っている人だけが見られます',
  madePublic: 'だれでも見られます',
  linkRenewed: 'リンクを作り直しました',

  soon: {
    text: (count: string) => `${count}件がまもなく終了します`,
    first: (when: string) => `最初の期限は${when}です。`,
    extendAll: `まとめて${limits.extensionDays}日延長`,
    failed: 'まとめて延長できませんでした',
  },
  many: {
    select: (title: string) => `「${title}」を選択`,
    selectAll: '表示中のページをすべて選択',
    selected: (count: string) => `${count}件を選択中`,
    bar: '選択したページの操作',
    extend: `${limits.extensionDays}日延長`,
    remove: '削除',
    clear: '選択を解除',
    removeTitle: (count: string) => `${count}件のページを削除しますか？`,
    removeText: `ページはすぐに表示できなくなります。${limits.deletedKeptDays}日以内なら、元に戻せます。`,
    others: (count: string) => `ほか${count}件`,
    extended: (count: string) => `${count}件を${limits.extensionDays}日延長しました`,
    removed: (count: string) => `${count}件を削除しました`,
    restored: (count: string) => `${count}件を元に戻しました`,
    nothingToExtend: '無期限のページと停止中のページは延長できません。',
    extendFailed: (count: string) => `${count}件は延長できませんでした`,
    removeFailed: (count: string) => `${count}件は削除できませんでした`,
    restoreFailed: (count: string) => `${count}件は元に戻せませんでした`,
    reason: (title: string, reason: string) => `「${title}」：${reason}`,
    close: '閉じる',
  },

  card: {
    permanent: '無期限',
    soon: 'まもなく期限切れ',
    expired: '期限切れ',
    stopped: '停止中',
    created: '公開：',
    expiredNotice: '公開は終了しました。延長すると再び公開されます。',
    stoppedReason: '理由：',
    share: '共有',
    shareByApp: 'アプリで共有',
    actions: 'その他の操作',
    until: (when: string) => `${when}まで公開`,
    editPath: 'URLを変更',
    editShort: '変更',
    preview: 'プレビュー',
    view: 'ページを表示',
    copyUrl: 'URLをコピー',
    copyFailed: 'コピーできませんでした',
    copyByHand: (url: string) => `次のURLを選択してコピーしてください：${url}`,
    edit: '編集',
    extend: '期限を延長',
    calendar: 'カレンダーに追加',
    badges: { secret: 'リンク限定', password: '合言葉' },
    renewLink: 'リンクを作り直す',
    changePassword: '合言葉を変更',
    noindex: '検索結果に表示しない',
    remove: '削除',
    indexed: '検索結果への表示を許可しています',
    indexedOnceRegistered: '登録が完了するまで、検索結果には表示されません',
    underReview:
      '自動の確認、または運営による確認の途中です。開いた人には先に確認中の画面が表示され、検索結果には表示されません',
    notIndexed: '検索結果には表示されません',
    notIndexedWhenExpired: '公開が終了しているため、検索結果には表示されません',
    notIndexedWhenStopped: '停止中のため、検索結果には表示されません',
    changeFailed: '変更できませんでした',
    removeFailed: '削除できませんでした',
    gone: 'このページは見つかりません。別の画面で削除された可能性があります。',
  },

  path: {
    title: 'URLを変更',
    label: '新しいURL',
    hint: `${limits.customPathMinLength}〜${limits.customPathMaxLength}文字の半角の英小文字、数字、ハイフン`,
    warning: (path: string) => `これまでのURL「${path}」は、すぐに使えなくなります。`,
    submit: '変更する',
    done: 'URLを変更しました',
    failed: 'URLを変更できませんでした',
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
  makePublic: {
    title: 'だれでも見られるようにしますか？',
    text: (title: string) =>
      `「${title}」を、だれでも見られるようにします。あとで元に戻すと、リンクや合言葉は新しくなります。`,
    submit: '公開する',
  },
  renewLink: {
    title: 'リンクを作り直しますか？',
    text: (title: string) =>
      `「${title}」のリンクを作り直します。これまでのリンクでは、すぐに表示できなくなります。元のリンクには戻せません。`,
    submit: '作り直す',
  },
  remove: {
    title: 'ページを削除しますか？',
    text: (title: string) =>
      `「${title}」を削除します。\nページはすぐに表示できなくなります。\n${limits.deletedKeptDays}日以内なら、元に戻せます。`,
    submit: '削除する',
  },
  deletedSites: {
    title: '最近削除した・公開が終わったページ',
    states: { deleted: '削除済み', expired: '公開終了' },
    none: '最近削除したページや、公開が終わったページはありません。',
    failed: '削除・終了したページを読み込めませんでした',
    purgedIn: (left: string) => `${left}で完全に削除されます`,
    restore: '元に戻す',
    purge: '完全に削除',
    purgeTitle: '完全に削除しますか？',
    purgeText: (title: string) => `「${title}」を履歴も含めて完全に削除します。元に戻せません。`,
    purged: '完全に削除しました',
    purgeFailed: '完全に削除できませんでした',
  },
  registration: {
    title: '無料の登録が必要です',
    lead: 'この操作には無料の登録が必要です。',
    text: '登録すると、公開中のページをそのまま引き継ぎ、URLの変更、1年を超える延長、無期限の公開ができます。',
  },
} as const;

/** Formats the time since then in one unit: `3日前`. */
export function formatAge(date: Date, now: Date): string {
  const age = now.getTime() - date.getTime();
  if (age < MINUTE_MS) return 'たった今';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}分前`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}時間前`;
  const days = Math.floor(age / DAY_MS);
  if (days < 30) return `${days}日前`;
  return days < 365 ? `${Math.floor(days / 30)}か月前` : `${Math.floor(days / 365)}年前`;
}

/** Formats the time until then in one unit, rounded up as everywhere: `あと10日`. */
export function formatTimeLeft(date: Date, now: Date): string {
  const left = date.getTime() - now.getTime();
  if (left <= HOUR_MS) return `あと${Math.max(1, Math.ceil(left / MINUTE_MS))}分`;
  if (left <= DAY_MS) return `あと${Math.ceil(left / HOUR_MS)}時間`;
  return `あと${Math.ceil(left / DAY_MS)}日`;
}

/** The notice has one line, and its end says what happened. */
function shortened(title: string): string {
  const characters = [...title];
  return characters.length > MAX_TITLE_CHARACTERS ? `${characters.slice(0, MAX_TITLE_CHARACTERS).join('')}…` : title;
}
