export const previewTexts = {
  paused: 'ページが大きいため、プレビューは自動では更新されません。',
  refresh: 'プレビューを更新',
  title: (title: string) => `プレビュー：${title}`,
} as const;
