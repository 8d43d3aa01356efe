/** The report form and the like button. */
export const feedbackTexts = {
  title: '不具合・ご要望の報告',
  type: '種類',
  subject: 'タイトル',
  description: '詳細',
  descriptionPlaceholder: 'どの画面で、何をしたときに、どうなったかを書いてください',
  email: 'メールアドレス（任意）',
  emailHint: '返信が必要な場合に入力してください',
  submit: '送信する',
  failed: '送信に失敗しました。時間をおいて再度お試しください。',
  thanks: '報告ありがとうございました',
  thanksText: 'いただいた内容は、今後の改善に役立てます。',
  liked: 'このサービスへのいいね、ありがとうございます！',
  likeTitle: 'いいね',
  likeDescription: 'ヘッダーの「いいね」ボタンから送信されました。',
} as const;
