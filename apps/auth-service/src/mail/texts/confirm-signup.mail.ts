import type { TokenMail } from '../account-mail.js';
import { codeInstead, ignore, isUnconfirmed, when } from './phrases.js';

const competingSignUps =
  'このメールアドレスでは、ほかにも登録の操作がありました。ほかの操作で入力されたパスワードは使えません。';

const competingPassword = `${competingSignUps}この時刻にご自身で登録していない場合は、ボタンを押さずに、ログイン画面の「パスワードを忘れた方」から進んでください。`;

const contested = [
  'このメールアドレスで、異なるパスワードの登録が何度かありました。ほかの人が入力したかもしれないため、どのパスワードも使えないようにしています。',
  '下のボタンを押すと登録が完了し、ログインします。パスワードは、そのあとログイン画面の「パスワードを忘れた方」から設定できます。',
];

export const confirmSignup: TokenMail = {
  kind: 'confirm_signup',
  token: { slot: 'confirmation', kind: 'signup' },
  page: '/auth/confirm',
  isWanted: isUnconfirmed,
  write: ({ productName, happenedAt, choosesPassword, hasCompetingSignUps, isContested }) => ({
    subject: `${productName}：メールアドレスの確認`,
    heading: '登録を完了してください',
    isCodeAsked: !isContested,
    paragraphs: isContested
      ? contested
      : [
          choosesPassword
            ? `${productName}への登録ありがとうございます。登録が完了すると、${when.format(happenedAt)}（日本時間）に入力したパスワードでログインできます。`
            : `${productName}への登録ありがとうございます。登録が完了すると、ログインします。パスワードは設定されません。`,
          codeInstead,
          ...(hasCompetingSignUps ? [choosesPassword ? competingPassword : competingSignUps] : []),
        ],
    button: '登録を完了する',
    note: `${ignore}確認されない限り、登録は完了しません。`,
  }),
};
