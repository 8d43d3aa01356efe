import type { Screen } from '../paths.js';
import { errors, kept, pathRule } from './errors.js';
import { formatBytes } from './formats.js';

const tagline = '貼って、すぐ公開';

export const texts = {
  productName: '貼る',
  /** The sign of the product, on the header and on the empty sheet. */
  seal: '貼',
  /** What `index.html` says before any script has run. */
  page: {
    title: tagline,
    description: 'HTMLを貼り付けるだけで、すぐにWebページとして公開できます。登録は不要です。',
    noscript: 'このページを使うには、ブラウザーの設定でJavaScriptを有効にしてください。',
  },
  tagline,
  builtWith: 'Built with React & NestJS',

  /** Each screen's heading, which is the title of the tab too. */
  titles: {
    publish: tagline,
    dashboard: 'マイサイト',
    confirm: 'メールアドレスの確認',
    resetPassword: '新しいパスワードの設定',
    admin: '運営',
  } satisfies Record<Screen, string>,
  tabTitle: (product: string, screen: string) => `${product}｜${screen}`,
  loading: '読み込んでいます…',

  call: { failed: 'リクエストに失敗しました', network: 'ネットワークエラーが発生しました' },
  errors,
  mailedJustNow: (seconds: number) =>
    `メールは先ほど送信しました。届かないときは、あと${seconds}秒待ってからもう一度送信してください。`,
  mailsCrowded: (seconds: number) =>
    `現在、メールの送信が集中しています。あと${Math.ceil(seconds / 60)}分ほど待ってから、もう一度お試しください。`,
  upgraded: '登録が完了しました。公開したページは、引き続きダッシュボードで管理できます。',
  rateLimited: (seconds: number) =>
    `短時間に操作が多すぎます。あと${seconds < 120 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分`}お待ちください。`,
  tooLarge: (bytes: number) =>
    `HTMLが1 MiBを超えています（現在 ${formatBytes(bytes)}）。画像を外部に置くか、内容を減らしてください。`,
  addressLost: (email: string) =>
    `${email}は登録できませんでした。先に別のアカウントで確認されています。そのアカウントにログインするか、別のメールアドレスで登録してください。`,
  signedOutElsewhere: `ほかのタブでログアウトしました。続けるには、もう一度ログインしてください。${kept}`,
  temporarySignedOutElsewhere: `ほかのタブで一時アカウントからログアウトしました。もう一度「公開する」を押すと、新しい一時アカウントで公開します。${kept}`,
  temporarySessionEnded: `一時アカウントの有効期限が切れました。もう一度「公開する」を押すと、新しい一時アカウントで公開します。${kept}`,

  header: {
    label: 'メインメニュー',
    home: (product: string) => `${product} ホーム`,
    countBefore: '公開中',
    countAfter: 'サイト',
    like: 'いいね',
    report: '不具合を報告',
    dashboard: 'ダッシュボード',
    menu: 'メニュー',
    account: 'アカウント',
    temporary: '一時アカウント',
    admin: '運営',
    settings: '設定',
    register: '無料で登録',
    login: 'ログイン',
    logout: 'ログアウト',
  },

  publish: {
    lead: 'HTMLを貼り付けるだけで、10日間公開されるWebページになります。登録は不要です。',
    editor: 'HTML',
    placeholder: 'ここに HTML を貼り付け、またはファイルをドロップ',
    dropHere: 'ここにドロップして読み込む',
    chooseFile: 'ファイルを選ぶ',
    size: (bytes: number) => `${formatBytes(bytes)} / 1 MiB`,
    sizeLabel: 'HTMLのサイズ',
    submit: '公開する',
    working: '公開しています…',
    failed: 'サイトの作成に失敗しました',
    path: 'カスタムURL（任意）',
    pathPrefix: '/share/',
    pathPlaceholder: 'my-page',
    pathRule,
    pathHint: '空欄なら自動で決まります',
    pathChecking: '使用できるか確認しています…',
    pathFree: 'このパスは使用できます',
    pathInvitation: '好きなURLを選ぶ',
    pathInvitationHint: '無料の登録が必要です',
    fileLoaded: (name: string) => `${name}を読み込みました`,
    pasted: '貼り付けました',
    undo: '元に戻す',
  },

  file: {
    notHtml: 'HTMLファイル（.html）を選んでください。',
    several: 'ファイルは1つずつ読み込んでください。',
    binary: 'テキストとして読み取れないファイルです。HTMLファイル（.html）を選んでください。',
    unknownEncoding: '文字コードを判別できませんでした。UTF-8で保存し直してください。',
    undecodable: (label: string) => `文字コード「${label}」として読み取れませんでした。UTF-8で保存し直してください。`,
    unsupportedEncoding: (label: string) =>
      `文字コード「${label.slice(0, 40)}」には対応していません。UTF-8で保存し直してください。`,
    unreadable: 'ファイルを読み取れませんでした。もう一度選び直してください。',
  },

  result: {
    done: '公開しました',
    stamp: '公開',
    copy: 'コピー',
    copied: 'コピーしました',
    copyFailed: 'コピーできませんでした。選択されたURLを手動でコピーしてください。',
    open: '新しいタブで開く',
    expires: (days: number) => `${days}日後に期限切れ`,
    expiresAt: (when: string) => `${when}まで公開されます。`,
    extendable: 'ログインすると期限を延長できます。',
    extendableSignedIn: '期限はダッシュボードから延長できます。',
    count: (count: string) => `${count}サイトが公開中`,
    another: 'もう一つ公開',
  },

  invitation: {
    title: '無料登録でできること',
    benefits: [
      { title: '管理と削除', text: '公開したページをいつでも見直し、消せます。' },
      { title: 'カスタムURL', text: '覚えやすいアドレスを選べます。' },
      { title: '期限の延長', text: '30日ずつ、または無期限に公開できます。' },
      { title: '複数サイトの管理', text: 'すべてのページを一覧できます。' },
    ],
    button: '無料で登録',
  },

  logout: {
    title: 'ログアウトしますか？',
    warning:
      '一時アカウントからログアウトすると、このアカウントで公開したページを管理できなくなります。公開中のページは期限まで表示されます。',
    confirm: 'ログアウト',
  },

  arrival: {
    signedIn: 'メールアドレスの確認が済み、ログインしました。',
    halfway: '一方のメールアドレスを確認しました。もう一方に届いたメールのリンクも開いてください。',
    changed: 'メールアドレスの確認が済みました。',
    unchanged: 'メールのリンクを受け付けました。このままお使いいただけます。',
    startedElsewhere:
      'メールのリンクを受け付けました。このブラウザではログインしていません。操作を始めたブラウザに戻るか、ここでログインしてください。',
    declined: 'リンクのアカウントにはログインしていません。ご自分のアカウントの場合は、いつでもログインできます。',
    stayed: '一時アカウントのまま続けています。もう一方のアカウントには、いつでもログインできます。',
    stayedAs: (email: string) => `${email}のまま続けています。リンクのアカウントにはログインしていません。`,
    failed: (reason: string) => `メールのリンクを使用できませんでした。${reason}`,
  },
  appNotice: {
    close: 'お知らせを閉じる',
    login: 'ログイン',
    forgotPassword: 'パスワードの再設定',
    register: '無料で登録',
    settings: '設定',
  },

  modal: {
    close: '閉じる',
    cancel: 'キャンセル',
    staysOpen: '入力中の内容があります。閉じるときは、右上の「×」を押してください。',
  },
  crash: {
    title: '画面を表示できませんでした',
    text: '入力した内容はこのタブに残っています。再読み込みしてお試しください。',
    reload: '再読み込み',
  },
  dialogUnavailable: '読み込めませんでした。接続を確認し、ページを再読み込みしてください。入力した内容は残っています。',
} as const;
