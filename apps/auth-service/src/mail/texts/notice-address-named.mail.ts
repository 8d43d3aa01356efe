import type { NoticeMail } from '../account-mail.js';
import { when } from './phrases.js';

export const addressNamed: NoticeMail = {
  kind: 'notice_address_named',
  write: ({ productName, happenedAt }) => ({
    subject: `${productName}：メールアドレスが別のアカウントで入力されました`,
    heading: 'メールアドレスが別のアカウントで入力されました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、別のアカウントでこのメールアドレスが入力されました。すでに登録済みのため、何も変わっていません。`,
    ],
    note: 'ご自身で入力した場合は、登録済みのアカウントにログインしてお使いください。心当たりがない場合は、何もする必要はありません。',
  }),
};
