/** They are loaded only on touch devices. */
export const clipboardTexts = {
  paste: 'クリップボードから貼り付け',
  empty: 'クリップボードにテキストがありません。HTMLをコピーしてから、もう一度押してください。',
  refused: 'クリップボードを読み取れませんでした。入力欄を長押しして「ペースト」を選んでください。',
} as const;
