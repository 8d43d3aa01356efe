import type { PublishLimitName } from '@haru/contracts';

/** An hour is 60 minutes here, and a day 24 hours. */
function inUnits(seconds: number, [minutes, hour, day]: [string, string, string]): string {
  if (seconds === 86_400) return day;
  return seconds === 3_600 ? hour : `${seconds / 60}${minutes}`;
}

export const limitTexts = {
  en: {
    title: 'Limits',
    lead: 'These are the limits of this service. `GET /functions/v1/limits` answers those of publishing as JSON.',
    headings: { pages: 'Pages and keys', published: 'Publishing', rates: 'Requests' },
    publishing:
      'A network is an IPv4 /24 or an IPv6 /64. Above the first two limits each further page without a registered account needs a proof of work: `PROOF_REQUIRED` carries the challenge, which the command line solves by itself. An API key of a registered account needs none.',
    requests:
      'An account counts together with its API keys, and each key may use half of the limit. Above a limit the answer is 429 with `Retry-After`; `RateLimit` and `RateLimit-Policy` say what is left.',
    head: ['Limit', 'Value'],
    pages: {
      htmlMaxBytes: 'Size of a page of one file',
      siteLifetimeDays: 'A page is public for',
      extensionDays: 'One extension adds',
      deletedKeptDays: 'A deleted page can be restored for',
      expiredKeptDays: 'An expired page can be restored for',
      pathReservedDays: 'A path that was given up is reserved for its owner for',
      titleMaxLength: 'Length of a title',
      labelledVersionsMax: 'Versions with a label, per page',
      uploadHours: 'An upload that is not published ends after',
      idempotencyKeyHours: 'An idempotency key is remembered for',
      apiKeysMax: 'API keys of an account',
      editKeysMax: 'Edit keys of a page',
    },
    published: {
      pagesWithoutProof: 'Pages without a proof of work, per network',
      bytesWithoutProof: 'Bytes without a proof of work, per network',
      anonymousPages: 'Pages without a registered account, per network',
      anonymousPages56: 'The same, per IPv6 /56',
      anonymousPages48: 'The same, per IPv6 /48',
      anonymousBytes: 'Bytes without a registered account, per network',
      anonymousBytes56: 'The same, per IPv6 /56',
      anonymousBytes48: 'The same, per IPv6 /48',
      registeredPages: 'Pages of a registered account',
      pathChange: 'Changes of paths of an account',
      temporaryLiveBytes: 'Public pages of a temporary account together',
      registeredLiveBytes: 'Public pages of a registered account together',
      archiveBytes: 'Size of a ZIP archive',
      treeBytes: 'Files of a page together',
      treeFiles: 'Files of a page',
      fileBytes: 'Size of a file',
      treeDepth: 'Folders around a file',
    } satisfies Record<PublishLimitName, string>,
    rates: {
      publish: 'Publishing and replacing, per account',
      rowChange: 'Pages changed or deleted, per account',
      pageReads: 'Sources and versions read, per address',
      keyChange: 'Keys made or revoked, per account',
      editKey: 'Wrong edit keys, per network',
      token: 'Sign-ins and refreshes, per address',
    },
    /** The end of a name says the unit. */
    units: [
      [/Days$/, ' days'],
      [/Hours$/, ' hours'],
      [/Length$/, ' characters'],
    ] satisfies [RegExp, string][],
    period: (seconds: number) => ` in ${inUnits(seconds, [' minutes', 'an hour', 'a day'])}`,
  },
  ja: {
    title: '制限',
    lead: 'このサービスの制限です。公開についての制限は、`GET /functions/v1/limits`でJSONとしても取得できます。',
    headings: { pages: 'ページとキー', published: '公開', rates: 'リクエスト' },
    publishing:
      'ネットワークは、IPv4の/24またはIPv6の/64です。最初の2つの上限を超えると、登録していないアカウントのページには計算による確認が必要です。`PROOF_REQUIRED`に問題が入っていて、コマンドラインは自動で解きます。登録したアカウントのAPIキーでは不要です。',
    requests:
      'アカウントとそのAPIキーはまとめて数え、1つのキーが使えるのは上限の半分までです。上限を超えると、429と`Retry-After`で応答します。残りは`RateLimit`と`RateLimit-Policy`で確認できます。',
    head: ['制限', '値'],
    pages: {
      htmlMaxBytes: '1ファイルのページの大きさ',
      siteLifetimeDays: 'ページの公開期間',
      extensionDays: '1回の延長',
      deletedKeptDays: '削除したページを元に戻せる期間',
      expiredKeptDays: '期限が切れたページを元に戻せる期間',
      pathReservedDays: '手放したパスを元の所有者のために確保する期間',
      titleMaxLength: 'タイトルの長さ',
      labelledVersionsMax: '1ページあたりの名前付きバージョン',
      uploadHours: '公開していないアップロードの有効期間',
      idempotencyKeyHours: 'Idempotency-Keyを記憶する期間',
      apiKeysMax: '1アカウントあたりのAPIキー',
      editKeysMax: '1ページあたりの編集キー',
    },
    published: {
      pagesWithoutProof: '確認なしで公開できるページ（ネットワークごと）',
      bytesWithoutProof: '確認なしで公開できる量（ネットワークごと）',
      anonymousPages: '登録なしで公開できるページ（ネットワークごと）',
      anonymousPages56: '同上（IPv6の/56ごと）',
      anonymousPages48: '同上（IPv6の/48ごと）',
      anonymousBytes: '登録なしで公開できる量（ネットワークごと）',
      anonymousBytes56: '同上（IPv6の/56ごと）',
      anonymousBytes48: '同上（IPv6の/48ごと）',
      registeredPages: '登録したアカウントが公開できるページ',
      pathChange: '1アカウントのパスの変更',
      temporaryLiveBytes: '一時アカウントの公開中のページの合計',
      registeredLiveBytes: '登録したアカウントの公開中のページの合計',
      archiveBytes: 'ZIPファイルの大きさ',
      treeBytes: '1ページのファイルの合計',
      treeFiles: '1ページのファイルの数',
      fileBytes: '1ファイルの大きさ',
      treeDepth: 'フォルダーの階層',
    } satisfies Record<PublishLimitName, string>,
    rates: {
      publish: '公開と更新（アカウントごと）',
      rowChange: 'ページの変更と削除（アカウントごと）',
      pageReads: 'ソースとバージョンの読み取り（IPアドレスごと）',
      keyChange: 'キーの作成と取り消し（アカウントごと）',
      editKey: '誤った編集キー（ネットワークごと）',
      token: 'ログインと更新（IPアドレスごと）',
    },
    units: [
      [/Days$/, '日'],
      [/Hours$/, '時間'],
      [/Length$/, '文字'],
    ] satisfies [RegExp, string][],
    period: (seconds: number) => `（${inUnits(seconds, ['分', '1時間', '1日'])}あたり）`,
  },
};
