import { failureTexts } from '../errors/first-errors.js';

export const managementLinkTexts = {
  heading: '管理リンク',
  lead: 'ほかの端末でも、ブラウザのデータを消したあとでも、このリンクからページを管理できます。',
  secrecy: 'リンクを知っている人は、だれでもページを変更・削除できます。ほかの人に見せないでください。',
  loadingFailed: '管理リンクの状態を読み込めませんでした',
  create: '管理リンクを作る',
  creating: failureTexts('管理リンクを作れませんでした', '管理リンクの作成'),
  since: (date: string) => `${date}に作成しました。リンクは作成したときだけ表示されます。`,
  lastUsed: (date: string) => `最後に使用されたのは${date}です。`,
  renew: '作り直す',
  renewQuestion: '作り直すと、これまでのリンクは使用できなくなります。作り直しますか？',
  revoke: 'リンクを無効にする',
  revokeQuestion:
    'リンクを開いても、ページを管理できなくなります。すでに開いたブラウザは、そのまま利用できます。無効にしますか？',
  revoking: failureTexts('管理リンクを無効にできませんでした', '操作'),
  revoked: '管理リンクを無効にしました',
  once: 'リンクは今だけ表示されます。コピーするか、ファイルに保存してください。',
  unsaved: 'リンクは今だけ表示されます。保管してから「×」を押してください。',
  save: 'ファイルに保存',
  qrCode: '管理リンクのQRコード',
  fileName: 'haru-management-link.txt',
  file: (product: string, url: string, date: string) =>
    [
      `${product}の管理リンク（${date}に作成）`,
      '',
      url,
      '',
      'このリンクを開くと、一時アカウントで公開したページを管理できます。',
      'リンクを知っている人は、だれでもページを変更・削除できます。ほかの人に見せないでください。',
      '',
    ].join('\r\n'),
} as const;

export const managePageTexts = {
  lead: '一時アカウントで公開したページを、このブラウザでも管理できるようになります。',
  hint: '元のブラウザも、これまでどおり利用できます。',
  caution: '心当たりのないリンクの場合は、この画面を閉じてください。',
  submit: 'このブラウザで管理する',
  missing: '管理リンクを読み取れませんでした',
  missingHint:
    'リンクが途中で切れていないか確認し、もう一度開いてください。この画面を再読み込みしたときも、リンクを開き直してください。',
  signedIn: (email: string) =>
    `現在は${email}でログインしています。管理リンクを使用するには、先にログアウトしてください。`,
  halfSignedIn: 'ログインの途中です。管理リンクを使用するには、先にログアウトしてください。',
  signOut: 'ログアウト',
  done: 'このブラウザで管理できるようになりました',
  doneHint: '公開したページは、マイページで確認できます。',
  dashboard: 'マイページを開く',
  refusedHint: 'リンクが新しく作り直されたか、無効にされた可能性があります。最新のリンクを開いてください。',
  ...failureTexts('管理リンクを使用できませんでした', '管理リンクの使用'),
} as const;
