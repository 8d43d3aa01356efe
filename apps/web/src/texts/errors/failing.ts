/** An action that can fail: what stands above the reason, and the text when there is no better reason. */
export const failing = (failed: string, doing: string) => ({
  failed,
  generic: `${doing}中にエラーが発生しました。時間をおいて再度お試しください。`,
});
