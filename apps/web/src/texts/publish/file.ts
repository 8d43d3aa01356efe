import { firstErrors } from '../errors/first-errors.js';

/** They say what is wrong with a chosen file, and are loaded with the first one. */
export const fileTexts = {
  notHtml: 'HTMLファイル（.html）を選んでください。画像、テキスト、Markdown、JSONや、フォルダーとZIPも読み込めます。',
  archive: 'この形式の圧縮ファイルは読み込めません。ZIPで圧縮し直すか、展開したフォルダーを選んでください。',
  office: 'PDFやOfficeのファイルは公開できません。HTMLとして書き出してから選んでください。',
  read: (name: string, done: string) => `${name}を読み込みました。${done}`,
  besideComponent: 'コンポーネントにファイルを加えることはできません。HTMLに書き出したものを選んでください。',
  wrapped: (name: string) => `${name}をHTMLにしました。`,
  binary: 'テキストとして読み取れないファイルです。HTMLファイル（.html）を選んでください。',
  unknownEncoding: '文字コードを判別できませんでした。UTF-\u20608で保存し直してください。',
  undecodable: (label: string) =>
    `文字コード「${label}」として読み取れませんでした。UTF-\u20608で保存し直してください。`,
  unsupportedEncoding: (label: string) =>
    `文字コード「${label.slice(0, 40)}」には対応していません。UTF-\u20608で保存し直してください。`,
} as const;

export const customPathTexts = {
  label: 'URL（任意）',
  placeholder: 'my-page',
  rule: firstErrors.PATH_INVALID,
  hint: '空欄なら自動で決まります',
  secretHint: 'URLのはじめの部分です。空欄なら自動で決まります',
  checking: '使用できるか確認しています…',
  free: 'このURLは使用できます',
  taken: 'このURLは既に使用されています。',
  useSimilar: (path: string) => `${path}を使う`,
} as const;
