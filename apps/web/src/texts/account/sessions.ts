/** These texts are about mail links that were followed, and are loaded with the first one. */
export const arrivalTexts = {
  signedIn: 'メールアドレスの確認が済み、ログインしました。',
  halfway: '一方のメールアドレスを確認しました。もう一方に届いたメールのリンクも開いてください。',
  changed: 'メールアドレスの確認が済みました。',
  unchanged: 'メールのリンクを受け付けました。このままお使いいただけます。',
  startedElsewhere:
    'メールのリンクを受け付けました。このブラウザではログインしていません。操作を始めたブラウザに戻るか、ここでログインしてください。',
  declined: 'ログインしませんでした。メールのリンクは、もう使えません。',
  stayed: '一時アカウントのまま続けています。もう一方のアカウントには、いつでもログインできます。',
  stayedAs: (email: string) => `${email}のまま続けています。ログインは切り替えていません。`,
  failed: (reason: string) => `メールのリンクを使用できませんでした。${reason}`,
  expired: 'このメールのリンクは、期限が切れているか、使用済みです。',
} as const;

/** These texts warn before signing out of a temporary account. */
export const logoutTexts = {
  title: 'ログアウトしますか？',
  warning:
    'ログアウトすると、一時アカウントで公開したページを管理できなくなります。\n公開中のページは期限まで表示されます。',
  confirm: 'ログアウト',
} as const;
