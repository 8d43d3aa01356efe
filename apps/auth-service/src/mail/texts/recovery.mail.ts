import type { TokenMail } from '../account-mail.js';
import { ignore } from './phrases.js';

export const recovery: TokenMail = {
  kind: 'recovery',
  token: { slot: 'recovery', kind: 'recovery' },
  page: '/auth/reset-password',
  write: ({ productName }) => ({
    subject: `${productName}：パスワードの再設定`,
    heading: 'パスワードを再設定します',
    paragraphs: ['下のボタンを押して、新しいパスワードを設定してください。'],
    button: 'パスワードを再設定する',
    note: `${ignore}パスワードは変更されません。`,
  }),
};
