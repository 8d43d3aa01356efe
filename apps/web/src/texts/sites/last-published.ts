export const lastPublishedTexts = {
  title: '前回公開したページ',
  copy: 'コピー',
  copied: 'コピーしました',
  copyByHand: (url: string) => `コピーできませんでした。次のURLを選択してコピーしてください：${url}`,
  edit: '内容を編集',
} as const;
