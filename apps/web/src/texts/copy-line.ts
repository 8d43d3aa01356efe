export const copyLineTexts = {
  copy: 'コピー',
  copyNamed: (name: string) => `${name}をコピー`,
  copied: 'コピーしました',
  failed: 'コピーできませんでした。選択された部分を手動でコピーしてください。',
} as const;
