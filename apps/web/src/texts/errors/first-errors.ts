import { firstViewTexts } from '@haru/contracts';

const tryLater = '時間をおいて再度お試しください。';
export const inputKept = '入力した内容は残っています。';
/** Shortens a text where nothing was typed that could be inputKept. */
export const withoutInputKept = (text: string): string => text.replace(inputKept, '');
export const sessionEnded = `ログインの有効期限が切れました。もう一度ログインしてください。${inputKept}`;
export const unexpected = `${firstViewTexts.UNKNOWN_ERROR}。${tryLater}${inputKept}`;
export const busy = `アクセスが集中しています。${tryLater}${inputKept}`;
const down = `サーバーが一時的に応答できません。${tryLater}${inputKept}`;
export const tooMany = `${firstViewTexts.RATE_LIMITED}。${tryLater}${inputKept}`;
const tooLarge = `${firstViewTexts.HTML_TOO_LARGE}。画像を外部に置くか、内容を減らしてください。`;

/** The first view needs these texts for its own form, and for when nothing more can be loaded. */
export const firstErrors = {
  NETWORK_ERROR: `ネットワークに接続できません。接続を確認して再試行してください。${inputKept}`,
  VALIDATION_FAILED: '入力内容に誤りがあります。内容を確認して、もう一度お試しください。',
  PAYLOAD_TOO_LARGE: tooLarge,
  RATE_LIMITED: tooMany,
  SERVICE_BUSY: busy,
  SERVICE_TIMEOUT: `サーバーの応答に時間がかかっています。もう一度お試しください。${inputKept}`,
  SERVICE_UNAVAILABLE: down,
  UNKNOWN_ERROR: unexpected,
  TOKEN_INVALID: sessionEnded,
  SESSION_ENDED: sessionEnded,
  HTML_BLANK: `${firstViewTexts.HTML_BLANK}。`,
  HTML_TOO_LARGE: tooLarge,
  PATH_INVALID: firstViewTexts.PATH_INVALID,
  PATH_TAKEN: firstViewTexts.PATH_TAKEN,
  '23505': firstViewTexts.PATH_TAKEN,
} as const;

/** Texts of an action that can fail: one stands above the reason, the other replaces a missing reason. */
export const failureTexts = (failed: string, doing: string) => ({
  failed,
  generic: `${doing}中にエラーが発生しました。${tryLater}`,
});
