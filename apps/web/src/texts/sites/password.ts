import { limits } from '@haru/contracts';
import { failureTexts } from '../errors/first-errors.js';

export const passwordTexts = {
  label: '合言葉',
  rule: `${limits.passwordMinLength}文字以上`,
  /** Spaces around a password do not count, as in `pagePasswordSchema`. */
  faultOf: (password: string) =>
    password.trim().length < limits.passwordMinLength
      ? `合言葉は${limits.passwordMinLength}文字以上で入力してください。`
      : undefined,
  open: {
    lead: '開くには合言葉が必要です。\nわからないときは、URLを教えてくれた人に確認してください。',
    submit: 'ページを開く',
    blank: '合言葉を入力してください。',
    ...failureTexts('ページを開けませんでした', 'ページの表示'),
  },
  set: {
    title: '合言葉を知っている人だけに見せる',
    text: '開くには合言葉が必要になり、これまでのリンクは使えなくなります。',
    submit: '設定する',
    ...failureTexts('合言葉を設定できませんでした', '合言葉の設定'),
  },
  change: {
    title: '合言葉を変更',
    text: 'これまでの合言葉を入力した人も、新しい合言葉の入力が必要になります。',
    submit: '変更する',
    ...failureTexts('合言葉を変更できませんでした', '合言葉の変更'),
  },
} as const;
