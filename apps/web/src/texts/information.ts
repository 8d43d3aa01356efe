/** Texts of the information pages beside the operator's own. */
export const informationTexts = {
  failed: 'ページを読み込めませんでした',
  retry: '再試行',
} as const;
