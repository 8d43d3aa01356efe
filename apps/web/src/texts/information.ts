export const informationTexts = {
  contents: '目次',
  failed: 'ページを読み込めませんでした',
} as const;

export const unsubscribeTexts = {
  lead: 'ページの期限の3日前と前日にお送りしている、お知らせメールを停止します。ログインは不要です。',
  submit: 'お知らせメールを停止する',
  failed: 'お知らせメールを停止できませんでした',
  settings: '設定を開く',
  done: 'お知らせメールを停止しました',
  doneHint: '設定の「お知らせメール」から、いつでも再開できます。',
} as const;
