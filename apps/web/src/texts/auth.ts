import { limits } from '@haru/contracts';

const checkMail = '届かないときは、迷惑メールのフォルダもご確認ください。';

const linkOf = (arriving?: string) => (arriving ? `このリンクは${arriving}のものです。` : '');

/** An action that can fail: what stands above the reason, and the text when there is no better reason. */
const failing = (failed: string, doing: string) => ({
  failed,
  generic: `${doing}中にエラーが発生しました。時間をおいて再度お試しください。`,
});

/** Texts of the dialogs and pages about accounts; loaded with them. */
export const authTexts = {
  fields: {
    email: 'メールアドレス',
    password: 'パスワード',
    passwordAgain: 'パスワード（確認）',
    currentPassword: '現在のパスワード',
    newPassword: '新しいパスワード',
    newPasswordAgain: '新しいパスワード（確認）',
    code: '認証コード',
    codeHint: '認証アプリに表示される6桁の数字',
    passwordHint: `${limits.passwordMinLength}文字以上`,
    show: '表示',
    showPassword: 'パスワードを表示',
  },
  rules: {
    emailMissing: 'メールアドレスを入力してください。',
    emailWrong: 'メールアドレスの形式が正しくありません。例：haru@example.jp',
    emailTooLong: `メールアドレスは${limits.emailMaxLength}文字以内で入力してください。`,
    passwordMissing: 'パスワードを入力してください。',
    passwordShort: `パスワードは${limits.passwordMinLength}文字以上である必要があります`,
    passwordLong: `パスワードが長すぎます。${limits.passwordMaxBytes}バイト（半角${limits.passwordMaxBytes}文字）以内で入力してください。`,
    passwordsDiffer: 'パスワードが一致しません',
    newPasswordsDiffer: '新しいパスワードが一致しません',
    codeWrong: '6桁の数字を入力してください。',
  },
  login: {
    title: 'ログイン',
    submit: 'ログイン',
    forgot: 'パスワードを忘れた方',
    noAccount: 'はじめての方は',
    register: '無料で登録',
    temporary:
      '一時アカウントで公開したページは一時アカウントに残り、ログインしたアカウントには移りません。引き継ぐには、新しく登録してください。',
    resend: '確認メールを再送信',
    ...failing('ログインに失敗しました', 'ログイン'),
  },
  register: {
    title: '無料で登録',
    upgradeTitle: '登録してページを引き継ぐ',
    upgrade: '一時アカウントで公開したページは、そのまま新しいアカウントで管理できます。',
    submit: '登録する',
    haveAccount: '登録済みの方は',
    login: 'ログイン',
    ...failing('登録できませんでした', '登録'),
  },
  forgot: {
    title: 'パスワードの再設定',
    lead: '登録したメールアドレスを入力してください。再設定用のリンクをお送りします。',
    submit: '再設定メールを送信',
    back: 'ログインに戻る',
    unavailable: 'パスワードの再設定は現在ご利用いただけません。時間をおいて再度お試しください。',
    ...failing('メールを送信できませんでした', 'メールの送信'),
  },
  emailSent: {
    title: 'メールを送信しました',
    to: (email: string) =>
      `${email}が登録されていれば、再設定用のリンクをお送りしました。メールを開いて、新しいパスワードを設定してください。`,
    hint: checkMail,
    close: '閉じる',
    again: '別のメールアドレスで送信',
  },
  confirmation: {
    title: 'メールを確認してください',
    to: (email: string) => `${email}に確認メールをお送りしました。メールのリンクを開くと登録が完了します。`,
    hint: checkMail,
    resend: '確認メールを再送信',
    resent: '確認メールを再送信しました',
    close: '閉じる',
    ...failing('確認メールを再送信できませんでした', '確認メールの再送信'),
  },
  leave: {
    title: '別のアカウントでログインしますか？',
    warning: (arriving?: string) =>
      `${linkOf(arriving)}この端末の一時アカウントで公開したページは、ログインするアカウントには移らず、管理できなくなります。公開中のページは期限まで表示されます。`,
    switching: (email: string, arriving?: string) =>
      `${linkOf(arriving)}現在は${email}でログインしています。ログインすると、${arriving ? `${arriving}に` : '別のアカウントに'}切り替わります。心当たりのないリンクの場合は、キャンセルしてください。`,
    register: '登録してページを引き継ぐ',
    stay: 'キャンセル',
    leave: 'ログインする',
    continueTitle: (arriving = 'リンクのアカウント') => `${arriving} として続けますか？`,
    continueHint:
      '続けると、このブラウザでログインします。ほかの人のアカウントや、心当たりのないリンクの場合は、ログインしないでください。',
    decline: 'ログインしない',
    proceed: '続ける',
  },
  secondStep: {
    title: '二段階認証',
    lead: '認証アプリを開いて、表示されているコードを入力してください。',
    which: '使用する認証アプリ',
    since: (date: string) => `${date}に追加`,
    submit: '確認する',
    cancel: '別のアカウントでログイン',
    noFactor: '二段階認証の設定が見つかりません。もう一度ログインしてください。',
    ...failing('確認できませんでした', 'コードの確認'),
  },
  confirmPage: {
    loading: 'メールアドレスを確認しています…',
    invalid: '無効な確認リンクです',
    invalidHint: 'メールのリンクが途中で切れていないか確認し、もう一度開いてください。',
    done: 'メールアドレスを確認しました',
    doneHint: '登録が完了しました。まもなくホームへ移動します。',
    toLogin: 'ログインへ',
    again: '再試行',
    kept: 'メールアドレスはまだ確認していません',
    confirmAfterAll: '確認してログイン',
    alreadyDone: (email: string) => `${email}の確認は済んでいて、ログインしています。そのままご利用いただけます。`,
    used: 'このリンクは使用済みか、期限が切れています',
    usedHint:
      '確認が済んでいる場合は、そのままログインできます。済んでいない場合は、ログイン画面から確認メールを再送信できます。',
    ...failing('メールアドレスを確認できませんでした', 'メールアドレスの確認'),
  },
  resetPage: {
    lead: '新しいパスワードを入力してください。',
    invalid: '無効なパスワードリセットリンクです',
    invalidHint: 'メールのリンクが途中で切れていないか確認し、もう一度開いてください。',
    submit: 'パスワードを設定',
    done: 'パスワードを設定しました',
    doneHint: '新しいパスワードでログインしています。まもなくホームへ移動します。',
    again: '再設定メールをもう一度送る',
    used: 'このリンクは使用済みか、期限が切れています',
    usedHint: 'パスワードの設定が済んでいない場合は、再設定メールをもう一度送ってください。',
    ...failing('パスワードを設定できませんでした', 'パスワードの設定'),
  },
  home: 'ホームへ戻る',
} as const;
