export const previewTexts = {
  paused: '大きいページは自動で更新されません。',
  refresh: 'プレビューを更新',
  title: (title: string) => `プレビュー：${title}`,
} as const;
