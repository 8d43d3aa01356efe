import type { TokenMail } from '../account-mail.js';

export const emailChangeCurrent: TokenMail = {
  kind: 'email_change_current',
  token: { slot: 'email_change_current', kind: 'email_change' },
  isWanted: (user, address) =>
    user.email === address && user.newEmail !== null && user.emailChangeConfirmed !== 'email_change_current',
  write: ({ productName, newEmail }) => ({
    subject: `${productName}：メールアドレスの変更の確認`,
    heading: 'メールアドレスの変更を確認してください',
    paragraphs: [
      `メールアドレスを${newEmail ?? '別のメールアドレス'}に変更するには、下のボタンを押してください。`,
      '新しいメールアドレスにも確認メールをお送りしました。両方のボタンを押すと、変更が完了します。',
    ],
    button: 'メールアドレスを変更する',
    note: `心当たりがない場合は、ボタンを押さないでください。メールアドレスは変わりません。念のためパスワードの変更をおすすめします。`,
  }),
};
