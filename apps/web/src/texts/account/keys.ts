import { limits, type Scope } from '@haru/contracts';
import { networkText } from '../formats.js';
import { failureTexts } from '../errors/first-errors.js';

export const scopeTexts: Readonly<Record<Scope, { label: string; detail: string }>> = {
  read: { label: '読む', detail: 'ページの一覧、内容、履歴を読みます。' },
  publish: { label: '公開する', detail: '新しいページを公開します。' },
  edit: { label: '変更する', detail: 'ページの内容、URL、期限を変更します。' },
  delete: { label: '削除する', detail: 'ページや古いバージョンを削除し、削除したページを元に戻します。' },
};

export const keyTexts = {
  heading: 'APIキー',
  lead: 'プログラムやAIアシスタントは、このキーを使って、あなたのページを公開したり変更したりできます。',
  temporary: '一時アカウントのAPIキーは、登録すると使えなくなります。長く使うキーは、登録してから作ってください。',
  none: 'APIキーはまだありません。',
  list: 'APIキーの一覧',
  count: (count: number) => `${count}件（${limits.apiKeysMax}件まで作れます）`,
  full: `APIキーは${limits.apiKeysMax}件まで作れます。使っていないキーを無効にすると、新しいキーを作れます。`,
  ended: '期限が過ぎています',
  scopes: (scopes: readonly Scope[]) => `できること：${scopes.map((scope) => scopeTexts[scope].label).join('、')}`,
  madeOn: (date: string) => `${date}に作成`,
  until: (date: string) => `期限：${date}`,
  endless: '期限：なし',
  lastUsed: (date: string, network: string | null) =>
    network === null ? `最終利用：${date}` : `最終利用：${date}（${networkText(network)}）`,
  unused: 'まだ使われていません',
  revoke: '無効にする',
  revokeNamed: (name: string) => `「${name}」を無効にする`,
  revokeQuestion: (name: string) =>
    `「${name}」を無効にすると、この\u2060キーを使っているプログラムは動かなくなります。元に戻せません。`,
  revoked: (name: string) => `「${name}」を無効にしました`,
  revoking: failureTexts('APIキーを無効にできませんでした', '操作'),
  loadingFailed: 'APIキーを読み込めませんでした',
  add: 'APIキーを作る',
  afterPassword: 'パスワードを変更しても、APIキーはそのまま使えます。心当たりのないキーは無効にしてください。',
} as const;

export const newKeyTexts = {
  heading: '新しいAPIキー',
  name: '名前',
  nameHint: '用途が分かる名前にします。ページの履歴にも出ます。',
  namePlaceholder: '例：ブログの自動更新',
  nameMissing: '名前を入力してください。何に使うキーか分かる名前にします。',
  scopes: '許可する操作',
  scopesMissing: '許可する操作を1つ以上選んでください。',
  end: '期限',
  ends: { month: '30日間', quarter: '90日間', year: '1年間', none: '期限なし（無効にするまで使えます）' },
  submit: '作る',
  creating: failureTexts('APIキーを作れませんでした', 'APIキーの作成'),
  made: (name: string) => `「${name}」を作りました`,
  once: 'キーは今だけ表示されます。コピーして、パスワードと同じように保管してください。',
  unsaved: 'キーは今だけ表示されます。保管してから「保管しました」を押してください。',
  saved: '保管しました',
  tries: 'ターミナルで試す',
  tryNotes: {
    publish: 'page.htmlを公開し、URLを表示します。',
    read: '公開中のページを1件表示します。',
    edit: 'PATHの代わりに、ページのURLの最後の部分を書きます。page.htmlの内容に置き換えます。',
    delete: 'PATHの代わりに、ページのURLの最後の部分を書きます。ページを削除します。',
  },
} as const;
