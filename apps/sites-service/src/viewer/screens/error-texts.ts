import { limits, purgeTime } from '@haru/contracts';

/** An error screen can show these codes. */
export type ScreenCode =
  'PREVIEW_EXPIRED' | 'SITE_NOT_FOUND' | 'SITE_EXPIRED' | 'SITE_STOPPED' | 'FETCH_ERROR' | 'UNKNOWN_ERROR';

export interface ScreenText {
  title: string;
  happened: string;
  advice: string;
}

/** This is for people who have no page to restore, which are most of those who see the screen. */
const askAuthor = 'ご覧になりたい方は、作成者にご連絡ください。';

export const screenTexts: Record<ScreenCode, ScreenText> = {
  SITE_NOT_FOUND: {
    title: 'ページが見つかりません',
    happened: 'このページは存在しないか、URLが間違っています。',
    advice: 'URLをもう一度確認してください。',
  },
  SITE_EXPIRED: {
    title: 'このページの公開は終了しました',
    happened: `${limits.siteLifetimeDays}日間更新がなかったため、公開は終了しました。`,
    advice: `${askAuthor}\n作成者はマイページから元に戻せます。`,
  },
  PREVIEW_EXPIRED: {
    title: 'プレビューの有効期限が切れました',
    happened: `プレビューのURLは${limits.previewMinutes}分間だけ有効です。`,
    advice: '履歴からもう一度開いてください。',
  },
  SITE_STOPPED: {
    title: 'このページは停止されています',
    happened: '運営が公開を停止しました。',
    advice: '作成者は、マイページで理由を確認できます。',
  },
  FETCH_ERROR: {
    title: 'ページを読み込めませんでした',
    happened: '通信に失敗しました。',
    advice: '接続を確認し、しばらくしてから再試行してください。',
  },
  UNKNOWN_ERROR: {
    title: 'ページを表示できませんでした',
    happened: '予期しない問題が起きました。',
    advice: 'しばらくしてから再試行してください。',
  },
};

/** The owner of the page can do or learn more in the app. */
export const ownerCodes: readonly ScreenCode[] = ['SITE_EXPIRED', 'SITE_STOPPED'];

/** A retry may succeed for these. */
export const transientCodes: readonly ScreenCode[] = ['FETCH_ERROR', 'UNKNOWN_ERROR'];

const dayAndTime = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' });

/** Prevents line breaks, because Japanese text may be broken beside each of these characters. */
const unbroken = (time: Date): string =>
  dayAndTime
    .format(time)
    .replace(' ', '\u00a0')
    .replaceAll(/(?<=\d)(?=[年月日])|(?<=[年月])/g, '\u2060');

/** Says since when a page has been expired, and until when its owner can restore it. */
export function expiredText(expiresAt: Date): ScreenText {
  const [since, until] = [expiresAt, purgeTime(expiresAt)].map(unbroken);
  return {
    ...screenTexts.SITE_EXPIRED,
    happened: `${limits.siteLifetimeDays}日間更新がなかったため、${since}\u2060（日本時間）\u2060に終了しました。`,
    advice: `${askAuthor}\n作成者は${until}\u2060（日本時間）\u2060までマイページから元に戻せます。`,
  };
}

/** It is for `/share/` with nothing after it. */
export const missingPathText: ScreenText = {
  ...screenTexts.SITE_NOT_FOUND,
  happened: 'パスが指定されていません。',
};

export const screenWords = {
  seal: '貼',
  loading: '読み込み中…',
  retry: '再試行',
  home: 'ホームへ',
  code: 'コード',
  dashboard: 'マイページを開く',
  report: 'このページを通報',
} as const;
