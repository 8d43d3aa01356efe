import { tryLater } from './first-errors.js';

/** Texts of an action that can fail: one stands above the reason, the other replaces a missing reason. */
export const failing = (failed: string, doing: string) => ({
  failed,
  generic: `${doing}中にエラーが発生しました。${tryLater}`,
});
