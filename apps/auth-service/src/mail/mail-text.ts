import type { MailKind } from '@haru/contracts';
import type { MailText } from '@haru/mail';

/** Data of the text. */
export interface MailFacts {
  productName: string;
  /** The address an account is to move to, or has moved to. */
  newEmail?: string | null | undefined;
  /** When the reported change happened or was requested. */
  happenedAt: Date;
  /** Whether the sign-up has a password, which its confirmation sets. */
  choosesPassword: boolean;
  /** Whether other sign-ups with the address were asked for shortly before. */
  hasRivals: boolean;
  /** Whether sign-ups with the address chose different passwords, so that none is set. */
  isContested: boolean;
  /** Since when there has been the account, where it is a temporary one. */
  temporarySince?: Date | undefined;
}

const ignore = 'このメールに心当たりがない場合は、何もせずに削除してください。';
const ignoreNoChange = `${ignore}アカウントは変更されません。`;
const resetNow =
  '心当たりがない場合は、すぐにログイン画面の「パスワードを忘れた方」からパスワードを再設定してください。';

const rivals =
  'このアドレスでは、ほかにも登録の依頼がありました。有効になるのは、このメールの依頼だけです。ほかの依頼で入力されたパスワードは使えません。';
const rivalsOfPassword = `${rivals}この時刻にご自身で登録していない場合は、ボタンを押さずに、ログイン画面の「パスワードを忘れた方」から進んでください。`;

const contested = [
  'このアドレスでは、異なるパスワードによる新規登録の依頼が複数ありました。第三者の依頼が含まれているおそれがあるため、入力されたパスワードはどれも有効になりません。',
  '下のボタンを押すと登録が完了し、ログインします。パスワードは、そのあとログイン画面の「パスワードを忘れた方」から設定してください。',
];

const when = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' });

const texts: Record<MailKind, (facts: MailFacts) => MailText> = {
  confirm_signup: ({ productName, happenedAt, choosesPassword, hasRivals, isContested }) => ({
    subject: `${productName}：メールアドレスの確認`,
    heading: 'メールアドレスを確認してください',
    paragraphs: isContested
      ? contested
      : [
          choosesPassword
            ? `${productName}への登録ありがとうございます。下のボタンを押すと登録が完了し、${when.format(happenedAt)}（日本時間）の新規登録で入力されたパスワードでログインできるようになります。`
            : `${productName}への登録ありがとうございます。下のボタンを押すと登録が完了し、ログインします。パスワードは設定されません。`,
          ...(hasRivals ? [choosesPassword ? rivalsOfPassword : rivals] : []),
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
    paragraphs: ['パスワード再設定の依頼を受け付けました。下のボタンを押して、新しいパスワードを設定してください。'],
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
      `メールアドレスを${newEmail ?? '別のアドレス'}に変更する依頼を受け付けました。変更してよければ、下のボタンを押してください。`,
      '新しいアドレスにも確認のメールを送りました。両方で確認されると変更が完了します。',
    ],
    button: '変更を承認する',
    note: `心当たりがない場合は、ボタンを押さないでください。アドレスは変更されません。念のためパスワードの変更をおすすめします。`,
  }),
  email_change_new: ({ productName, happenedAt, temporarySince }) => ({
    subject: `${productName}：新しいメールアドレスの確認`,
    heading: 'このメールアドレスを確認してください',
    paragraphs:
      temporarySince === undefined
        ? [
            `${when.format(happenedAt)}（日本時間）に、${productName}の登録済みアカウントのメールアドレスをこのアドレスに変更する依頼を受け付けました。下のボタンを押すと確認されます。`,
          ]
        : [
            `${when.format(happenedAt)}（日本時間）に、${productName}の一時アカウント（${when.format(temporarySince)}に作成）から、このメールアドレスで登録する依頼を受け付けました。下のボタンを押すと、その一時アカウントがこのアドレスで登録され、公開中のページもそのまま引き継がれます。`,
            'その一時アカウントを使っている端末は、ログインしたままになります。ご自身の依頼でない場合は、ボタンを押さないでください。',
          ],
    button: 'アドレスを確認する',
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
      `${when.format(happenedAt)}（日本時間）に、アカウントのメールアドレスが${newEmail ?? '別のアドレス'}に変更されました。`,
    ],
    note: 'ご自身で変更した場合は、何もする必要はありません。心当たりがない場合は、すぐに運営者へ連絡してください。',
  }),
  notice_address_named: ({ productName, happenedAt }) => ({
    subject: `${productName}：メールアドレスが別のアカウントで入力されました`,
    heading: 'メールアドレスが別のアカウントで入力されました',
    paragraphs: [
      `${when.format(happenedAt)}（日本時間）に、別のアカウントがこのメールアドレスを自分のアドレスとして登録しようとしました。このアドレスは登録済みのため、登録されていません。`,
    ],
    note: 'アカウントは変更されていません。ご自身で入力した場合は、すでに登録済みのアカウントにログインしてお使いください。心当たりがない場合は、何もする必要はありません。',
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
      `${when.format(happenedAt)}（日本時間）に、使用済みのログイン情報がもう一度使われました。誰かに写し取られたおそれがあるため、その端末のログインを終了しました。`,
      'もう一度ログインしてお使いください。ほかの端末のログインはそのままです。',
    ],
    note: '安全のため、パスワードの変更をおすすめします。',
  }),
};

export function mailText(kind: MailKind, facts: MailFacts): MailText {
  return texts[kind](facts);
}
