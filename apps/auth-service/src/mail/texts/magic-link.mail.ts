import type { TokenMail } from '../account-mail.js';
import { ignore } from './phrases.js';

export const magicLink: TokenMail = {
  kind: 'magic_link',
  token: { slot: 'recovery', kind: 'magiclink' },
  write: ({ productName }) => ({
    subject: `${productName}：ログイン用のリンク`,
    heading: 'ログイン用のリンクです',
    paragraphs: ['下のボタンを押すと、パスワードを入力せずにログインできます。'],
    button: 'ログインする',
    note: `${ignore}リンクとコードは誰にも教えないでください。`,
  }),
};
