import { limits } from '@haru/contracts';

export const downloadTexts = {
  page: 'ZIPでダウンロード',
  version: 'ダウンロード',
  started: 'ダウンロードを開始しました',
  failed: (reason: string) => `ダウンロードできませんでした。${reason}`,
  all: {
    heading: 'データのダウンロード',
    note: `すべてのページと履歴をZIPファイルで保存します。削除から${limits.deletedKeptDays}日以内のページも含みます。`,
    submit: 'すべてダウンロード',
  },
};
