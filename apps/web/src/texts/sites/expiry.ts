export const expiryTexts = {
  soon: (count: string, when: string) =>
    count === '1'
      ? `まもなく公開が終わるページがあります（${when}まで）。`
      : `まもなく公開が終わるページが${count}件あります（最初の期限は${when}）。`,
  extend: 'ダッシュボードで延長する',
  calendarSummary: (title: string) => `「${title}」の公開期限`,
  calendarDescription: (when: string, dashboard: string) =>
    `${when}に公開が終わります。続けて公開するには、その前に期限を延長してください。\n${dashboard}`,
  calendarReminder: (title: string) => `明日、「${title}」の公開が終わります`,
} as const;
