import type { NoticeMail } from '../account-mail.js';
import { resetNow, when } from './phrases.js';

export const factorRemoved: NoticeMail = {
  kind: 'notice_factor_removed',
  write: ({ productName, happenedAt }) => ({
    subject: `${productName}：二段階認証が解除されました`,
    heading: '二段階認証が解除されました',
    paragraphs: [`${when.format(happenedAt)}（日本時間）に、アカウントの二段階認証の認証アプリが削除されました。`],
    note: `ご自身で解除した場合は、何もする必要はありません。${resetNow}`,
  }),
};
