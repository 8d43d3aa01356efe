export const invitationTexts = {
  title: '無料登録でできること',
  benefits: [
    { title: '管理と削除', text: '公開したページをいつでも見直し、消せます。' },
    { title: '好きなURL', text: '覚えやすいURLを選べます。' },
    { title: '期限の延長', text: '30日ずつ、または無期限に公開できます。' },
    { title: '複数ページの管理', text: 'すべてのページを一覧できます。' },
  ],
  button: '無料で登録',
} as const;
