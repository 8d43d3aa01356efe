import type { MailKind } from '@haru/contracts';
import type { ExpiryNotice } from '../tables/mail/expiry-notice.entity.js';
import type { MailText } from '@haru/mail';

export interface MailFacts {
  productName: string;
  /** The account is to move to this address, or has moved to it. */
  newEmail?: string | null | undefined;
  /** The reported change happened or was requested then. */
  happenedAt: Date;
  /** The sign-up has a password, which its confirmation sets. */
  choosesPassword: boolean;
  /** Other sign-ups with the address were requested shortly before. */
  hasCompetingSignUps: boolean;
  /** Sign-ups with the address chose different passwords, so none is set. */
  isContested: boolean;
  /** A temporary account exists since this time. */
  temporarySince?: Date | undefined;
  /** These pages expire soon; only the mail about them has them. */
  expiring?: Pick<ExpiryNotice, 'total' | 'sites'> | undefined;
}

const ignore = 'このメールに心当たりがない場合は、何もせずに削除してください。';
const ignoreNoChange = `${ignore}アカウントは変更されません。`;
const resetNow =
  '心当たりがない場合は、すぐにログイン画面の「パスワードを忘れた方」からパスワードを再設定してください。';

const competingSignUps =
  'このメールアドレスでは、ほかにも登録の操作がありました。ほかの操作で入力されたパスワードは使えません。';
const competingPassword = `${competingSignUps}この時刻にご自身で登録していない場合は、ボタンを押さずに、ログイン画面の「パスワードを忘れた方」から進んでください。`;

const contested = [
  'このメールアドレスで、異なるパスワードの登録が何度かありました。ほかの人が入力したかもしれないため、どのパスワードも使えないようにしています。',
  '下のボタンを押すと登録が完了し、ログインします。パスワードは、そのあとログイン画面の「パスワードを忘れた方」から設定できます。',
];

const codeInstead = '登録の画面に下の確認コードを入力しても、登録が完了します。';

const when = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' });

const texts: Record<MailKind, (facts: MailFacts) => MailText> = {
  confirm_signup: ({ productName, happenedAt, choosesPassword, hasCompetingSignUps, isContested }) => ({
    subject: `${productName}：メールアドレスの確認`,
    heading: 'メールアドレスを確認してください',
    paragraphs: isContested
      ? contested
      : [
          choosesPassword
            ? `${productName}への登録ありがとうございます。下のボタンを押すと登録が完了し、${when.format(happenedAt)}（日本時間）に入力したパスワードでログインできます。`
            : `${productName}への登録ありがとうございます。下のボタンを押すと登録が完了し、ログインします。パスワードは設定されません。`,
          codeInstead,
          ...(hasCompetingSignUps ? [choosesPassword ? competingPassword : competingSignUps] : []),
        ],
    button: '登録を完了する',
    note: `${ignore}確認されない限り、登録は完了しません。`,
  }),
  invite: ({ productName }) => ({
    subject: `${productName}への招待`,
    heading: `${productName}に招待されました`,
    paragraphs: [`${productName}のアカウントが用意されました。下のボタンを押すと招待を受けてログインできます。`],
    button: '招待を受ける',
    note: ignore,
  }),
  recovery: ({ productName }) => ({
    subject: `${productName}：パスワードの再設定`,
    heading: 'パスワードを再設定します',
    paragraphs: ['下のボタンを押して、新しいパスワードを設定してください。'],
    button: 'パスワードを再設定する',
    note: `${ignore}パスワードは変更されません。`,
  }),
  magic_link: ({ productName }) => ({
    subject: `${productName}：ログイン用のリンク`,
    heading: 'ログイン用のリンクです',
    paragraphs: ['下のボタンを押すと、パスワードを入力せずにログインできます。'],
    button: 'ログインする',
    note: `${ignore}リンクとコードは誰にも教えないでください。`,
  }),
  email_change_current: ({ productName, newEmail }) => ({
    subject: `${productName}：メールアドレスの変更の確認`,
    heading: 'メールアドレスの変更を確認してください',
    paragraphs: [
      `メールアドレスを${newEmail ?? '別のメールアドレス'}に変更するには、下のボタンを押してください。`,
      '新しいメールアドレスにも確認メールをお送りしました。両方のボタンを押すと、変更が完了します。',
    ],
    button: 'メールアドレスを変更する',
    note: `心当たりがない場合は、ボタンを押さないでください。メールアドレスは変わりません。念のためパスワードの変更をおすすめします。`,
  }),
  email_change_new: ({ productName, happenedAt, temporarySince }) => ({
    subject: `${productName}：新しいメールアドレスの確認`,
    heading: 'このメールアドレスを確認してください',
    paragraphs:
      temporarySince === undefined
        ? [
            `${productName}のメールアドレスをこのメールアドレスに変更するには、下のボタンを押してください（${when.format(happenedAt)}（日本時間）の操作です）。`,
          ]
        : [
            `${productName}への登録ありがとうございます。下のボタンを押すと登録が完了し、これまでに公開したページもそのまま管理できます。`,
            `${when.format(happenedAt)}（日本時間）に、${when.format(temporarySince)}から使われている一時アカウントで登録の操作がありました。心当たりがない場合は、ボタンを押さないでください。押すと、その端末もこのメールアドレスのアカウントを使えるようになります。`,
            codeInstead,
          ],
    button: 'メールアドレスを確認する',
    note: ignoreNoChange,
  }),
  reauthentication: ({ productName }) => ({
    subject: `${productName}：確認コード`,
    heading: '確認コードです',
    paragraphs: ['ご本人による操作であることを確認するため、次のコードを画面に入力してください。'],
    note: `${ignoreNoChange}コードは誰にも教えないでください。`,
  }),
  notice_password_changed: ({ productName, happenedAt }) => ({
    subject: `${productName}：パスワードが変更されました`,
    heading: 'パスワードが変更されました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、アカウントのパスワードが変更されました。ほかの端末はすべてログアウトされています。`,
    ],
    note: `ご自身で変更した場合は、何もする必要はありません。${resetNow}`,
  }),
  notice_email_changed: ({ productName, newEmail, happenedAt }) => ({
    subject: `${productName}：メールアドレスが変更されました`,
    heading: 'メールアドレスが変更されました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、アカウントのメールアドレスが${newEmail ?? '別のメールアドレス'}に変更されました。`,
    ],
    note: 'ご自身で変更した場合は、何もする必要はありません。心当たりがない場合は、すぐに運営者へ連絡してください。',
  }),
  notice_address_named: ({ productName, happenedAt }) => ({
    subject: `${productName}：メールアドレスが別のアカウントで入力されました`,
    heading: 'メールアドレスが別のアカウントで入力されました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、別のアカウントでこのメールアドレスが入力されました。すでに登録済みのため、何も変わっていません。`,
    ],
    note: 'ご自身で入力した場合は、登録済みのアカウントにログインしてお使いください。心当たりがない場合は、何もする必要はありません。',
  }),
  notice_factor_removed: ({ productName, happenedAt }) => ({
    subject: `${productName}：二段階認証が解除されました`,
    heading: '二段階認証が解除されました',
    paragraphs: [`${when.format(happenedAt)}（日本時間）に、アカウントの二段階認証の認証アプリが削除されました。`],
    note: `ご自身で解除した場合は、何もする必要はありません。${resetNow}`,
  }),
  notice_session_stolen: ({ productName, happenedAt }) => ({
    subject: `${productName}：不審なログインを終了しました`,
    heading: '不審なログインを終了しました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、使用済みのログイン情報がもう一度使われました。ほかの人に知られたかもしれないため、その端末のログインを終了しました。`,
      'もう一度ログインしてお使いください。ほかの端末のログインはそのままです。',
    ],
    note: '安全のため、パスワードの変更をおすすめします。',
  }),
  notice_expiring_pages: ({ productName, expiring = { total: 0, sites: [] } }) => ({
    subject: `${productName}：まもなく公開が終わるページがあります（${expiring.total}件）`,
    heading: 'まもなく公開が終わるページがあります',
    paragraphs: [
      '次のページの公開がまもなく終わります。続けて公開するには、ダッシュボードで期限を延長してください。',
      linesOf(expiring).join('\n'),
    ],
    button: 'ダッシュボードを開く',
    note: 'このメールは、ページの期限の3日前と前日にお送りしています。設定でも停止できます。',
  }),
};

function linesOf({ total, sites }: Pick<ExpiryNotice, 'total' | 'sites'>): string[] {
  const named = sites.map(({ title, expiresAt }) => `・${title}（${when.format(new Date(expiresAt))}まで）`);
  return total > sites.length ? [...named, `ほか${total - sites.length}件`] : named;
}

export function mailText(kind: MailKind, facts: MailFacts): MailText {
  return texts[kind](facts);
}
