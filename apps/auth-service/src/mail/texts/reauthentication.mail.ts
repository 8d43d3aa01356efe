import type { TokenMail } from '../account-mail.js';
import { ignoreNoChange } from './phrases.js';

export const reauthentication: TokenMail = {
  kind: 'reauthentication',
  token: { slot: 'reauthentication', kind: 'reauthentication' },
  page: null,
  write: ({ productName }) => ({
    subject: `${productName}：確認コード`,
    heading: '確認コードです',
    paragraphs: ['ご本人による操作であることを確認するため、次のコードを画面に入力してください。'],
    note: `${ignoreNoChange}コードは誰にも教えないでください。`,
  }),
};
