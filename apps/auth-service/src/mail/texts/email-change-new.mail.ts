import type { TokenMail } from '../account-mail.js';
import { codeInstead, ignoreNoChange, when } from './phrases.js';

export const emailChangeNew: TokenMail = {
  kind: 'email_change_new',
  token: { slot: 'email_change_new', kind: 'email_change' },
  isWanted: (user, address) => user.newEmail === address && user.emailChangeConfirmed !== 'email_change_new',
  write: ({ productName, happenedAt, temporarySince }) => ({
    subject: `${productName}：新しいメールアドレスの確認`,
    heading: 'このメールアドレスを確認してください',
    isCodeAsked: temporarySince !== undefined,
    paragraphs:
      temporarySince === undefined
        ? [
            `${productName}のメールアドレスをこのメールアドレスに変更するには、下のボタンを押してください（${when.format(happenedAt)}（日本時間）の操作です）。`,
          ]
        : [
            `${productName}への登録ありがとうございます。登録が完了すると、これまでに公開したページもそのまま管理できます。`,
            `${when.format(happenedAt)}（日本時間）に、${when.format(temporarySince)}から使われている一時アカウントで登録の操作がありました。心当たりがない場合は、ボタンを押さないでください。押すと、その端末もこのメールアドレスのアカウントを使えるようになります。`,
            codeInstead,
          ],
    button: 'メールアドレスを確認する',
    note: ignoreNoChange,
  }),
};
