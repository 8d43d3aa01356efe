import type { PublishLimits } from '@haru/contracts';
import { formatBytes, formatCount } from './formats.js';

/** They say why a file, or nothing, was taken. Most of them are named as the server's codes. */
export const fileProblems = {
  hidden: 'システムのファイル',
  FILE_TOO_LARGE: ({ fileBytes }: PublishLimits) => `1ファイルの上限（${formatBytes(fileBytes)}）を超えています`,
  FILE_PATH_INVALID: () => 'このファイル名は使用できません',
  FILE_PATHS_EQUAL: () => '同じ名前のファイルまたはフォルダーがあります',
  FILE_TOO_DEEP: ({ treeDepth }: PublishLimits) => `フォルダーの階層が深すぎます（${treeDepth}階層まで）`,
  TOO_MANY_FILES: ({ treeFiles }: PublishLimits) =>
    `ファイルが多すぎます。1ページに公開できるのは${formatCount(treeFiles)}個までです。ビルド済みのフォルダー（distなど）だけを選んでください。`,
  TREE_EMPTY: () => '公開できるファイルがありません。別のフォルダーかファイルを選んでください。',
  TREE_TOO_LARGE: ({ treeBytes }: PublishLimits) =>
    `ファイルの合計が${formatBytes(treeBytes)}を超えています。不要なファイルを除いて、もう一度選んでください。`,
  ARCHIVE_TOO_LARGE: ({ archiveBytes }: PublishLimits, bytes: number) =>
    `ZIPファイルが${formatBytes(archiveBytes)}を超えています（現在 ${formatBytes(bytes)}）。展開したフォルダーを選んでください。`,
  ARCHIVE_INVALID: 'ZIPファイルとして読み取れません。もう一度作成するか、展開したフォルダーを選んでください。',
  ENTRY_NAME_UNREADABLE: 'ZIPの中に、名前を読み取れないファイルがあります。展開したフォルダーを選んでください。',
  ENTRY_ENCRYPTED: (name: string) =>
    `「${name}」は暗号化されています。パスワードなしのZIPか、展開したフォルダーを選んでください。`,
  ENTRY_LINK: (name: string) => `「${name}」はリンクのため取り込めません。展開したフォルダーを選んでください。`,
  ENTRY_COMPRESSION_UNKNOWN: (name: string) =>
    `「${name}」の圧縮方式には対応していません。もう一度作成するか、展開したフォルダーを選んでください。`,
  ENTRY_DAMAGED: (name: string) => `ZIPの中の「${name}」が壊れています。もう一度作成してください。`,
} as const;

export const filesTexts = {
  summary: (files: number, bytes: number) => `ファイル${formatCount(files)}個、${formatBytes(bytes)}`,
  list: 'ページのファイル',
  count: (files: number) => `${formatCount(files)}個`,
  add: 'ファイルを追加',
  addFolder: 'フォルダーを追加',
  remove: (path: string) => `${path}を外す`,
  leave: 'やめる',
  made: '自動で作成',
  dropHere: 'ここにドロップして追加',
  preparing: 'ファイルを調べています…',
  sending: (sent: number, files: number) => `${formatCount(sent)}／${formatCount(files)}個を送信しました`,
  sentBytes: (sent: number, bytes: number) => `${formatBytes(sent)}／${formatBytes(bytes)}`,
  progress: '送信の進み具合',
  pause: '中断',
  resume: '続ける',
  paused: '送信を中断しています。',
  failed: '送信できませんでした',
  failedFile: (path: string, reason: string) => `「${path}」：${reason}`,
  ready: '準備ができました。',
  leftOut: (files: number) => `取り込まなかったファイル（${formatCount(files)}個）`,
  taken: (files: number) => `${formatCount(files)}個のファイルを追加しました`,
  preview: 'プレビュー',
  previewLater: '送信が終わると、ここにプレビューが表示されます。',
  noPreview: 'この環境では、公開前のプレビューを表示できません。公開すると表示を確認できます。',
  largeText: {
    why: 'HTMLファイルとしてなら、このまま公開できます。',
    split: '画像をファイルに分けて公開する',
    whole: 'HTMLファイルとして公開する',
    done: (images: number) => `${formatCount(images)}個の画像をファイルに分けました。`,
  },
  startPage: {
    listTitle: 'ファイル一覧',
    same: (path: string) => `${path}を最初のページにしました。`,
    made: 'index.htmlがないため、ファイルを表示するページを作りました。',
    renamed: (path: string) => `${path}の名前をindex.htmlに変えました。`,
  },
} as const;
