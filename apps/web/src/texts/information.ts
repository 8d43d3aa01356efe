export const informationTexts = {
  failed: 'ページを読み込めませんでした',
  retry: '再試行',
} as const;
