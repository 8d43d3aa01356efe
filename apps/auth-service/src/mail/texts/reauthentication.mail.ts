import type { TokenMail } from '../account-mail.js';
import { ignoreNoChange } from './phrases.js';

export const reauthentication: TokenMail = {
  kind: 'reauthentication',
  token: { slot: 'reauthentication', kind: 'reauthentication' },
  page: null,
  write: ({ productName }) => ({
    subject: `${productName}：本人確認のコード`,
    heading: '確認コードです',
    isCodeAsked: true,
    paragraphs: ['ご本人による操作であることを確認するため、上のコードを画面に入力してください。'],
    note: `${ignoreNoChange}コードは誰にも教えないでください。`,
  }),
};
