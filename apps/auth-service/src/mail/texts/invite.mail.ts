import type { TokenMail } from '../account-mail.js';
import { ignore, isUnconfirmed } from './phrases.js';

export const invite: TokenMail = {
  kind: 'invite',
  token: { slot: 'confirmation', kind: 'invite' },
  isWanted: isUnconfirmed,
  write: ({ productName }) => ({
    subject: `${productName}への招待`,
    heading: `${productName}に招待されました`,
    paragraphs: [`${productName}のアカウントが用意されました。下のボタンを押すと招待を受けてログインできます。`],
    button: '招待を受ける',
    note: ignore,
  }),
};
