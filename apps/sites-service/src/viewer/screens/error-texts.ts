import { limits } from '@haru/contracts';

/** The codes that an error screen can show. */
export type ScreenCode = 'SITE_NOT_FOUND' | 'SITE_EXPIRED' | 'SITE_STOPPED' | 'FETCH_ERROR' | 'UNKNOWN_ERROR';

export interface ScreenText {
  title: string;
  /** What happened. */
  happened: string;
  /** What to do. */
  advice: string;
}

export const screenTexts: Record<ScreenCode, ScreenText> = {
  SITE_NOT_FOUND: {
    title: 'サイトが見つかりません',
    happened: 'このサイトは存在しないか、URLが間違っています。',
    advice: 'URLをもう一度確認してください。',
  },
  SITE_EXPIRED: {
    title: 'サイトの有効期限が切れました',
    happened: `${limits.siteLifetimeDays}日間更新がなかったため、このサイトの公開は終了しました。`,
    advice: '作成した方は、もう一度公開してください。',
  },
  SITE_STOPPED: {
    title: 'このページは停止されています',
    happened: 'このページは運営により停止されています。',
    advice: '作成した方は、ログインしてダッシュボードで理由を確認できます。',
  },
  FETCH_ERROR: {
    title: 'サイトを読み込めませんでした',
    happened: '通信に失敗したため、サイトを取得できませんでした。',
    advice: '接続を確認し、しばらくしてから再試行してください。',
  },
  UNKNOWN_ERROR: {
    title: 'サイトを表示できませんでした',
    happened: '予期しない問題が起きたため、サイトを表示できませんでした。',
    advice: 'しばらくしてから再試行してください。',
  },
};

/** For `/share/` with nothing after it. */
export const missingPathText: ScreenText = {
  ...screenTexts.SITE_NOT_FOUND,
  happened: 'パスが指定されていません。',
};

export const screenWords = { loading: '読み込み中…', retry: '再試行', home: 'ホームへ', code: 'エラーコード' } as const;
