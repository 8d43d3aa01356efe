export const lastDraftTexts = {
  offer: '前回の下書きがあります',
  use: '使う',
  discard: '破棄',
} as const;
