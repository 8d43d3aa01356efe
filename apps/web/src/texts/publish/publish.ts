import { formatBytes, formatDay, timeFormat } from '../formats.js';

/** These texts of the publish screen are loaded right after its first view. */
export const publishTexts = {
  chooseFolder: 'フォルダーを選ぶ',
  pasteKeys: (keys: string) => `${keys}で貼り付け、またはファイルをドロップ`,
  filesHint: 'HTML・Markdown・Reactのコードも、画像やZIPも、そのまま公開できます。',
  exampleLoaded: (name: string) => `例「${name}」を読み込みました。`,
  exampleFailed: '例を読み込めませんでした。接続を確認して、もう一度お試しください。',

  tabs: '表示の切り替え',
  formats: { html: 'HTML', markdown: 'Markdown', component: 'React' },
  files: 'ファイル',
  preview: 'プレビュー',
  exampleMark: '例',
  untitled: '無題のページ',
  widths: '表示する幅',
  widthNames: { wide: 'PC', phone: 'スマホ' },

  settings: '公開設定',
  settingsDone: '完了',
  visibility: '公開範囲',
  visibilities: {
    public: 'だれでも見られる',
    unlisted: '検索結果には表示しない',
    secret: 'リンクを知っている人だけ',
    password: '合言葉を知っている人だけ',
  },
  meanings: {
    public: '短いURLで、だれでも開けます',
    unlisted: '短いURLで、だれでも開けます',
    secret: '推測できない長いリンクで開きます',
    password: 'URLを開くと合言葉を聞かれます',
  },
  prefixes: { public: '/share/', unlisted: '/share/', secret: '', password: '/open/' },
  lifetime: '公開期間',
  until: (day: Date, days: number) => `${formatDay(day)}まで（${days}日間）`,
  permanent: '無期限で公開',
  size: (bytes: number) => `サイズ ${formatBytes(bytes)} / 1 MiB`,
  sizeLabel: 'HTMLのサイズ',
  pathInvitation: '好きなURLを選ぶ',
  pathInvitationHint: '無料登録で選べます',
} as const;

export const phoneWidthTexts = {
  offer: 'スマホでは文字が小さくなります。',
  fit: '自動で直す',
  fitted: 'スマホの幅に合わせました。',
  failed: '直せませんでした。接続を確認して、もう一度お試しください。',
} as const;

/** They are loaded only on touch devices. */
export const clipboardTexts = {
  paste: 'クリップボードから貼り付け',
  empty: 'クリップボードにテキストがありません。HTMLをコピーしてから、もう一度押してください。',
  refused: 'クリップボードを読み取れませんでした。入力欄を長押しして「ペースト」を選んでください。',
} as const;

/** The publish screen and an empty dashboard offer the examples. */
export const exampleTexts = {
  label: '試してみる',
  /** The keys are the names of their files. */
  names: { invitation: '案内状', event: 'イベント告知', profile: '自己紹介', calculator: '計算ツール' },
} as const;

export type ExampleName = keyof typeof exampleTexts.names;

export const lastDraftTexts = {
  offer: (at: Date) => `前回の下書きがあります（${formatDay(at)} ${timeFormat.format(at)}）`,
  use: '使う',
  discard: '破棄する',
} as const;
