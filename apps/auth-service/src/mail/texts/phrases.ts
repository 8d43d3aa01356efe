import type { User } from '../../tables/account/user.entity.js';

export const ignore = 'このメールに心当たりがない場合は、何もせずに削除してください。';

export const ignoreNoChange = `${ignore}アカウントは変更されません。`;

export const resetNow =
  '心当たりがない場合は、すぐにログイン画面の「パスワードを忘れた方」からパスワードを再設定してください。';

export const codeInstead = '登録の画面に、上の確認コードを入力してください。下のボタンを押しても、登録が完了します。';

export const when = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' });

/** The address of the account is still to be confirmed. */
export function isUnconfirmed(user: User, address: string): boolean {
  return user.email === address && user.emailConfirmedAt === null;
}
