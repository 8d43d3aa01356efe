import { limits } from '@haru/contracts';
import { failureTexts } from '../errors/first-errors.js';

export const aiUpdateLabel = 'AIに更新させる';

export const aiUpdateLine = (url: string): string => `このURLを読んで、ページを直してください: ${url}`;

export const aiUpdateTexts = {
  title: aiUpdateLabel,
  working: 'アシスタントに送る文を用意しています…',
  ready: 'アシスタントに送る文を用意しました。',
  readyCopied: 'アシスタントに送る文をコピーしました。',
  how: 'AIアシスタントに貼り付け、直したいところを書き足してください。',
  line: 'アシスタントに送る文',
  notes: (title: string) =>
    [
      '信頼できるアシスタントにだけ渡してください。',
      `URLを知っている人は、だれでも「${title}」を書き換えられます。`,
      '削除や、ほかのページの変更はできません。',
      `公開が終わるまで、最新の${limits.editKeysMax}個のURLが有効です。`,
    ].join('\n'),
  revoke: '渡したURLを無効にする',
  revokeQuestion: 'このページのためにこれまでに渡したURLは、すべて使えなくなります。無効にしますか？',
  revoked: '渡したURLを無効にしました',
  creating: failureTexts('アシスタントに送る文を用意できませんでした', '準備'),
  revoking: failureTexts('URLを無効にできませんでした', '操作'),
} as const;
