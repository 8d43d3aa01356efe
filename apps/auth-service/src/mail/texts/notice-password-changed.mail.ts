import type { NoticeMail } from '../account-mail.js';
import { resetNow, when } from './phrases.js';

export const passwordChanged: NoticeMail = {
  kind: 'notice_password_changed',
  write: ({ productName, happenedAt }) => ({
    subject: `${productName}：パスワードが変更されました`,
    heading: 'パスワードが変更されました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、アカウントのパスワードが変更されました。ほかの端末はすべてログアウトされています。`,
    ],
    note: `ご自身で変更した場合は、何もする必要はありません。${resetNow}`,
  }),
};
