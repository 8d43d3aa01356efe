import { limits } from '@haru/contracts';
import { failureTexts } from '../errors/first-errors.js';

const checkMail = '届かないときは、迷惑メールのフォルダもご確認ください。';

const linkOf = (arriving?: string) => (arriving ? `このリンクは${arriving}のものです。` : '');

export const authTexts = {
  fields: {
    email: 'メールアドレス',
    password: 'パスワード',
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
    resend: '確認メールを再送信',
    ...failureTexts('ログインに失敗しました', 'ログイン'),
  },
  handOver: {
    ask: (email = 'ログインするアカウント', pages?: number) =>
      `${pages === undefined || pages === 1 ? 'この' : `${pages}件の`}ページを${email}に引き継ぎますか`,
    choose: '引き継ぐ',
    left: '引き継がない場合、公開したページはこのブラウザで管理できなくなります。期限までは表示されます。',
  },
  register: {
    title: '無料で登録',
    upgradeTitle: '登録してページを引き継ぐ',
    upgrade: '一時アカウントで公開したページは、そのまま新しいアカウントで管理できます。',
    submit: '登録する',
    purposes: { path: '登録すると、ページのURLを自分で決められます。入力したHTMLは残っています。' },
    terms: { before: '登録すると、', between: 'と', after: 'に同意したことになります。' },
    haveAccount: '登録済みの方は',
    login: 'ログイン',
    ...failureTexts('登録できませんでした', '登録'),
  },
  forgot: {
    title: 'パスワードの再設定',
    lead: '登録したメールアドレスを入力してください。再設定用のリンクをお送りします。',
    submit: '再設定メールを送信',
    back: 'ログインに戻る',
    unavailable: 'パスワードの再設定は現在ご利用いただけません。時間をおいて再度お試しください。',
    ...failureTexts('メールを送信できませんでした', 'メールの送信'),
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
    to: (email: string) =>
      `${email}に確認メールをお送りしました。6桁の確認コードを入力するか、メールのリンクを開いてください。`,
    code: '確認コード',
    codeHint: '6桁を入力すると、自動で送信されます',
    codeRefused:
      'コードが違うか、期限が切れています。最新のメールのコードを入力するか、確認メールを再送信してください。何度も間違えたときは、メールのリンクを開いてください。',
    submit: '登録を完了する',
    done: '登録が完了し、ログインしました。',
    confirming: failureTexts('登録を完了できませんでした', '登録の完了'),
    hint: checkMail,
    resend: '確認メールを再送信',
    resent: '確認メールを再送信しました',
    ...failureTexts('確認メールを再送信できませんでした', '確認メールの再送信'),
  },
  leave: {
    title: '別のアカウントでログインしますか？',
    warning:
      'この端末の一時アカウントで公開したページは、ログインするアカウントには移らず、管理できなくなります。公開中のページは期限まで表示されます。',
    arriving: (arriving: string) =>
      `このリンクは${arriving}のものです。心当たりのないリンクの場合は、キャンセルしてください。`,
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
  mfa: {
    title: '二段階認証',
    lead: '認証アプリを開いて、表示されているコードを入力してください。',
    which: '使用する認証アプリ',
    needed: 'この操作には二段階認証が必要です。認証アプリに表示される6桁の数字を入力してください。',
    since: (date: string) => `${date}に追加`,
    submit: '確認する',
    cancel: '別のアカウントでログイン',
    ...failureTexts('確認できませんでした', 'コードの確認'),
  },
  confirmPage: {
    loading: 'メールアドレスを確認しています…',
    invalid: '無効な確認リンクです',
    invalidHint: 'メールのリンクが途中で切れていないか確認し、もう一度開いてください。',
    done: 'メールアドレスを確認しました',
    doneHint: '登録が完了しました。まもなくマイページへ移動します。',
    doneHintSignedOut: '登録が完了しました。まもなくホームへ移動します。',
    toLogin: 'ログインへ',
    toDashboard: 'マイページを開く',
    again: '再試行',
    kept: 'メールアドレスはまだ確認していません',
    confirmAfterAll: '確認してログイン',
    alreadyDone: (email: string) => `${email}の確認は済んでいて、ログインしています。そのままご利用いただけます。`,
    used: 'このリンクは使用済みか、期限が切れています',
    usedHint:
      '確認が済んでいる場合は、そのままログインできます。済んでいない場合は、ログイン画面から確認メールを再送信できます。',
    ...failureTexts('メールアドレスを確認できませんでした', 'メールアドレスの確認'),
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
    ...failureTexts('パスワードを設定できませんでした', 'パスワードの設定'),
  },
  home: 'ホームへ戻る',
} as const;
