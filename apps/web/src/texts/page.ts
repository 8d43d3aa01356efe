/** The texts of `index.html`, by the names of their places. Vite's config loads this file, so it imports nothing. */
export const pageTexts = {
  name: 'Haru',
  /** The sign of the product, on the header and on the empty sheet. */
  seal: '貼',
  title: '貼って、すぐ公開',
  lead: 'HTMLを貼り付けると、すぐにURLができます。登録不要・10日間公開',
  submit: '公開する',
  description: 'HTMLを貼り付けるだけで、すぐにページとして公開できます。登録は不要です。',
  safetyIntro:
    'ページを公開、更新、再公開するたびに、内容を自動で確認します。確認はこのサービスの中だけで行い、外部のサービスには送りません。',
  noscript: 'このページを使うには、ブラウザの設定でJavaScriptを有効にしてください。',
} as const;
