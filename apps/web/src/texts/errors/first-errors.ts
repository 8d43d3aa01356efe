const tryLater = '時間をおいて再度お試しください。';
export const kept = '入力した内容は残っています。';
/** The same where nothing was typed that could be kept. */
export const withoutKept = (text: string): string => text.replace(kept, '');
export const sessionEnded = `ログインの有効期限が切れました。もう一度ログインしてください。${kept}`;
export const unexpected = `予期しない問題が起きました。${tryLater}${kept}`;
export const busy = `アクセスが集中しています。${tryLater}${kept}`;
const down = `サーバーが一時的に応答できません。${tryLater}${kept}`;
export const tooMany = `短時間に操作が多すぎます。${tryLater}${kept}`;
export const pathRule = '3-20文字の英数字とハイフンのみ使用可能です';
const pathTaken = 'このパスは既に使用されています';

/** The texts that the first view needs: for its own form, and for when nothing more can be loaded. */
export const firstErrors = {
  NETWORK_ERROR: `ネットワークに接続できません。接続を確認して再試行してください。${kept}`,
  VALIDATION_FAILED: '入力内容に誤りがあります。内容を確認して、もう一度お試しください。',
  PAYLOAD_TOO_LARGE: 'HTMLが1 MiBを超えています。画像を外部に置くか、内容を減らしてください。',
  RATE_LIMITED: tooMany,
  SERVICE_BUSY: busy,
  SERVICE_TIMEOUT: `サーバーの応答に時間がかかっています。もう一度お試しください。${kept}`,
  SERVICE_UNAVAILABLE: down,
  UNKNOWN_ERROR: unexpected,
  TOKEN_INVALID: sessionEnded,
  SESSION_ENDED: sessionEnded,
  HTML_BLANK: 'HTMLを入力してください。',
  HTML_TOO_LARGE: 'HTMLが1 MiBを超えています。画像を外部に置くか、内容を減らしてください。',
  PATH_INVALID: pathRule,
  PATH_TAKEN: pathTaken,
  '23505': pathTaken,
} as const;
