import type { NoticeMail } from '../account-mail.js';
import { when } from './phrases.js';

export const sessionStolen: NoticeMail = {
  kind: 'notice_session_stolen',
  write: ({ productName, happenedAt }) => ({
    subject: `${productName}：不審なログインを終了しました`,
    heading: '不審なログインを終了しました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、使用済みのログイン情報がもう一度使われました。ほかの人に知られたかもしれないため、その端末のログインを終了しました。`,
      'もう一度ログインしてお使いください。ほかの端末のログインはそのままです。',
    ],
    note: '安全のため、パスワードの変更をおすすめします。',
  }),
};
