import type { NoticeMail } from '../account-mail.js';
import { when } from './phrases.js';

export const emailChanged: NoticeMail = {
  kind: 'notice_email_changed',
  write: ({ productName, newEmail, happenedAt }) => ({
    subject: `${productName}：メールアドレスが変更されました`,
    heading: 'メールアドレスが変更されました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、アカウントのメールアドレスが${newEmail ?? '別のメールアドレス'}に変更されました。`,
    ],
    note: 'ご自身で変更した場合は、何もする必要はありません。心当たりがない場合は、すぐに運営者へ連絡してください。',
  }),
};
