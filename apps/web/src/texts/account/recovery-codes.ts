import { failureTexts } from '../errors/first-errors.js';

export const recoveryCodeTexts = {
  heading: 'リカバリーコード',
  lead: '認証アプリを使えなくなったとき、コードのかわりに入力してログインできます。1つのコードは1回だけ使えます。',
  none: 'リカバリーコードはまだありません。作成しておくと、認証アプリをなくしてもログインできます。',
  remaining: (count: number, date: string) =>
    count === 0 ? '残っていません。作り直してください。' : `残り${count}個（${date}に作成）`,
  loadingFailed: 'リカバリーコードの状態を読み込めませんでした',
  create: 'リカバリーコードを作る',
  creating: failureTexts('リカバリーコードを作れませんでした', 'リカバリーコードの作成'),
  renew: '作り直す',
  renewQuestion: '作り直すと、これまでのコードは使用できなくなります。作り直しますか？',
  once: 'コードは今だけ表示されます。コピーするか、ファイルに保存して、安全な場所に保管してください。',
  list: 'リカバリーコード',
  copy: 'コピー',
  copied: 'リカバリーコードをコピーしました',
  copyFailed: 'コピーできませんでした。コードを選択して、手動でコピーしてください。',
  save: 'ファイルに保存',
  saved: '保管しました',
  unsaved: 'リカバリーコードを保管してから、「保管しました」を押してください。',
  fileName: 'haru-recovery-codes.txt',
  file: (product: string, account: string, codes: readonly string[], date: string) =>
    [
      `${product}のリカバリーコード（${date}に作成）`,
      account,
      '',
      ...codes,
      '',
      '認証アプリを使えないときに、1つのコードを1回だけ使えます。ほかの人に見せないでください。',
      '',
    ].join('\r\n'),
  use: {
    lead: 'リカバリーコードを1つ入力してください。\n使ったコードは無効になります。',
    field: 'リカバリーコード',
    hint: '10文字のコード（例：a1b2c-3d4e5）',
    missing: 'リカバリーコードを入力してください。',
    submit: '確認する',
    done: 'リカバリーコードでログインしました。認証アプリをなくしたときは、設定で登録し直してください。',
    switchTo: '認証アプリを使えないとき',
    back: '認証アプリのコードを使う',
    ...failureTexts('確認できませんでした', 'コードの確認'),
  },
} as const;
