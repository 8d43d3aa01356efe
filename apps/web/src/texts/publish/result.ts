export const resultTexts = {
  done: '公開しました',
  linkCopied: 'リンクをコピーしました',
  stamp: '公開',
  secret: 'このリンクを知っている人だけが見られます。検索結果には表示されません。',
  password: 'このURLで合言葉を入力した人だけが見られます。検索結果には表示されません。',
  showPassword: '合言葉を表示',
  preview: '公開したページのプレビュー',
  copy: 'コピー',
  copyWithPassword: 'URLと合言葉をコピー',
  withPassword: (url: string, password: string) => `${url}\n合言葉：${password}`,
  copyFailed: 'コピーできませんでした。選択されたURLを手動でコピーしてください。',
  open: '新しいタブで開く',
  share: '共有',
  shareOnPhone: '共有する',
  line: 'LINEで送る',
  x: 'Xでポスト',
  qrCodeTitle: 'QRコード',
  qrCode: (title: string) => `「${title}」を開くQRコード`,
  saveQrCode: '画像を保存',

  until: (day: string, days: number) => `${day}まで公開（あと${days}日）`,
  extend: '延長',
  extendFailed: '延長できませんでした',
  extendable: '無料で登録すると、無期限に公開することもできます。',
  extendableSignedIn: 'マイページで無期限にすることもできます。',
  permanent: '無期限で公開中',
  edit: '内容を編集',
  count: (count: string) => `${count}サイトが公開中`,
  another: 'もう一つ公開',
  managementLink: '管理リンク',
  calendar: 'カレンダーに追加',
  showManagementLink: '管理リンクを使う',

  loadFailed: '公開したページを読み込めませんでした',
  notFound: '公開したページの画面を表示できません。ページが削除されたか、別のアカウントで公開された可能性があります。',
  ended: 'このページの公開は終了しました。マイページで延長すると、再び公開されます。',
  stopped: 'このページは運営により停止されています。詳しくはマイページをご覧ください。',
} as const;

export const expiryTexts = {
  soon: (count: string, when: string) =>
    count === '1'
      ? `まもなく公開が終わるページがあります（${when}まで）。`
      : `まもなく公開が終わるページが${count}件あります（最初の期限は${when}）。`,
  extend: 'マイページで延長する',
  calendarSummary: (title: string) => `「${title}」の公開期限`,
  calendarDescription: (when: string, dashboard: string) =>
    `${when}に公開が終わります。続けて公開するには、その前に期限を延長してください。\n${dashboard}`,
  calendarReminder: (title: string) => `明日、「${title}」の公開が終わります`,
} as const;

export const lastPublishedTexts = {
  title: '前回のページ',
  copy: 'コピー',
  copied: 'コピーしました',
  copyByHand: (url: string) => `コピーできませんでした。次のURLを選択してコピーしてください：${url}`,
  edit: '内容を編集',
} as const;
