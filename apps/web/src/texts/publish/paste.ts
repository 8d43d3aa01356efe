/** They say what was found in a pasted text, and are loaded with the code that reads one. */
export const pasteTexts = {
  answer: { html: 'HTML', markdown: 'Markdown', component: 'コード', text: 'テキスト' },
  steps: {
    answer: (part: string) => `AIの返答から${part}だけを取り出しました`,
    joined: () => 'HTML・CSS・JavaScriptを1つのページにまとめました',
    unnumbered: () => '行番号を取り除きました',
    unquoted: () => '引用符の中からHTMLを取り出しました',
    unescaped: () => '文字に置き換えられていたタグを元に戻しました',
    json: (part: string) => `JSONから${part}を取り出しました`,
    'data-url': () => 'data:で始まるURLからHTMLを取り出しました',
    'rich-text': () => 'コピーした文書をHTMLに変換しました',
    truncated: () => '返答が途中で切れています',
  },
  chosen: (number: number, count: number) => `ページが${count}つあり、${number}つ目を使っています。どれを使いますか？`,
  choice: (number: number, name: string) => (name === '' ? `${number}つ目` : `${number}：${name}`),
  markdown: 'Markdownのテキストです。',
  publishMarkdown: 'Markdownとして公開',
  asMarkdown: 'Markdownとして公開します。',
  publishHtml: 'HTMLとして扱う',
  failed: '切り替えできませんでした。もう一度お試しください。',
  component: 'Reactのコンポーネントとして公開します。',
} as const;
