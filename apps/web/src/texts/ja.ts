import { firstViewTexts } from '@haru/contracts';
import { firstErrors, inputKept } from './errors/first-errors.js';
import { formatBytes } from './formats.js';
import { pageTexts } from './page.js';

export const texts = {
  productName: pageTexts.name,
  seal: pageTexts.seal,
  tagline: pageTexts.title,
  builtWith: 'Built with React & NestJS',

  tabTitle: (product: string, screen: string) => `${product}｜${screen}`,
  loading: '読み込んでいます…',
  loginNeeded: 'ログインが必要です',
  retry: '再試行',
  /** It is shown while a proof of work takes longer than a second. */
  proving: '自動送信でないことを確認しています。数秒お待ちください。',
  skip: '本文へ移動',
  about: 'このサービスについて',
  documentation: 'ドキュメント',

  call: { failed: 'リクエストに失敗しました', network: 'ネットワークエラーが発生しました' },
  errors: firstErrors,
  mailedJustNow: (seconds: number) =>
    `メールは先ほど送信しました。届かないときは、あと${seconds}秒待ってからもう一度送信してください。`,
  mailsCrowded: (seconds: number) =>
    `現在、メールの送信が集中しています。あと${Math.ceil(seconds / 60)}分ほど待ってから、もう一度お試しください。`,
  handedOver: (pages: number, email: string) =>
    `${pages === 1 ? 'ページ' : `${pages}件のページ`}を${email}に引き継ぎました。`,
  upgraded: '登録が完了しました。公開したページは、引き続きマイページで管理できます。',
  rateLimited: (seconds: number) =>
    `${firstViewTexts.RATE_LIMITED}。あと${seconds < 120 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分`}お待ちください。`,
  tooLarge: (bytes: number) =>
    `${firstViewTexts.HTML_TOO_LARGE}（現在 ${formatBytes(bytes)}）。画像を外部に置くか、内容を減らしてください。`,
  refusedPlaces: (places: readonly { line: number; text: string; excerpt: string }[]) =>
    `【${places.map(({ line, text, excerpt }) => `${line}行目：${text}（${excerpt}）`).join('、')}】`,
  addressLost: (email: string) =>
    `${email}は登録できませんでした。先に別のアカウントで確認されています。そのアカウントにログインするか、別のメールアドレスで登録してください。`,
  signedOutElsewhere: `ほかのタブでログアウトしました。続けるには、もう一度ログインしてください。${inputKept}`,
  temporarySignedOutElsewhere: `ほかのタブで一時アカウントからログアウトしました。次のページは、新しい一時アカウントで公開します。${inputKept}`,
  temporarySessionEnded: `一時アカウントの有効期限が切れました。もう一度「公開する」を押すと、新しい一時アカウントで公開します。${inputKept}`,

  header: {
    label: 'メインメニュー',
    home: (product: string) => `${product} ホーム`,
    countBefore: '公開中',
    countAfter: 'サイト',
    like: 'いいね',
    report: '不具合を報告',
    dashboard: 'マイページ',
    menu: 'メニュー',
    temporary: '一時アカウント',
    admin: '運営',
    settings: '設定',
    register: '無料で登録',
    login: 'ログイン',
    logout: 'ログアウト',
  },

  publish: {
    lead: pageTexts.lead,
    leadRegistered: 'HTMLを貼り付けると、すぐにURLができます。公開期間も選べます',
    editor: 'HTML',
    blank: 'HTMLが空です。HTMLを貼り付けるか、ファイルを選んでください。',
    submit: pageTexts.submit,
    working: '公開しています…',
    failed: 'サイトの作成に失敗しました',
    chooseFile: 'ファイルを選ぶ',
    dropHere: 'ここにドロップして読み込む',
    fileLoaded: (name: string) => `${name}を読み込みました。`,
    pasted: '貼り付けました。',
    reading: 'ファイルを読み込んでいます…',
    undo: '元に戻す',
    fileUnreadable: 'ファイルを読み取れませんでした。もう一度選び直してください。',
  },

  result: { copied: 'コピーしました' },

  appNotice: {
    close: 'お知らせを閉じる',
    login: 'ログイン',
    register: '無料で登録',
    settings: '設定',
    mailAgain: 'もう一度メールを送る',
  },

  modal: {
    close: '閉じる',
    cancel: 'キャンセル',
    staysOpen: '閉じると、内容が失われます。',
    stay: '続ける',
    discard: '破棄して閉じる',
  },
  crash: {
    title: '画面を表示できませんでした',
    text: '入力した内容はこのタブに残っています。再読み込みしてお試しください。',
    reload: '再読み込み',
  },
  dialogUnavailable: '読み込めませんでした。接続を確認し、ページを再読み込みしてください。入力した内容は残っています。',
} as const;
