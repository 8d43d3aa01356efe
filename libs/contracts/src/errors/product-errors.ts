import { firstViewTexts } from './first-view-texts.js';

/** What the wire says about an error: Japanese sentences without the last full stop. */
interface ProductError {
  status: number;
  /** What happened. */
  text: string;
  /** What to do next. */
  advice?: string;
}

const retryLater = 'しばらく待ってから再試行してください';

/** Every contract has these. */
export const platformErrors = {
  VALIDATION_FAILED: { status: 400, text: '送信された内容に誤りがあります' },
  INVALID_JSON: { status: 400, text: '送信された内容をJSONとして読み取れません' },
  PAYLOAD_TOO_LARGE: { status: 413, text: '送信された内容が大きすぎます' },
  NOT_ACCEPTABLE: { status: 406, text: 'このアドレスはJSONでのみ応答します（Acceptを確認してください）' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'JSON（UTF-8、圧縮なし）で送信してください' },
  ROUTE_NOT_FOUND: { status: 404, text: 'このアドレスには何もありません' },
  METHOD_NOT_ALLOWED: { status: 405, text: 'このアドレスではこの操作を利用できません' },
  RATE_LIMITED: { status: 429, text: firstViewTexts.RATE_LIMITED, advice: retryLater },
  PROOF_REQUIRED: {
    status: 429,
    text: 'この操作には計算による確認が必要です',
    advice: 'challengeを解いて、X-Haru-Proofヘッダーを付けて再送してください',
  },
  SERVICE_BUSY: { status: 503, text: 'ただいま混み合っています', advice: retryLater },
  SERVICE_TIMEOUT: { status: 504, text: '時間内に処理が終わりませんでした', advice: '再試行してください' },
  SERVICE_UNAVAILABLE: { status: 503, text: 'サービスに接続できません', advice: retryLater },
  UNKNOWN_ERROR: { status: 500, text: firstViewTexts.UNKNOWN_ERROR, advice: retryLater },
} as const satisfies Record<string, ProductError>;

/** The product's own codes. The web app shows these texts where it has none of its own. */
export const productErrors = {
  ...platformErrors,

  ORIGIN_NOT_ALLOWED: { status: 403, text: '公開されたページからこの操作は利用できません' },
  CREDENTIAL_INVALID: {
    status: 401,
    text: 'キーが正しくないか、取り消されたか、有効期限が切れています',
    advice: 'キーを確認するか、設定の「APIキー」で新しく作ってください',
  },
  SCOPE_MISSING: {
    status: 403,
    text: 'このキーではこの操作を行えません',
    advice: 'この操作を許可したAPIキーを作ってください',
  },
  SESSION_REQUIRED: {
    status: 403,
    text: 'この操作はキーでは行えません',
    advice: 'ブラウザでログインして操作してください',
  },
  TOO_MANY_API_KEYS: {
    status: 409,
    text: 'APIキーは20件まで作れます',
    advice: '使っていないキーを取り消してください',
  },
  FORBIDDEN_ROLE: { status: 403, text: 'この操作を行う権限がありません' },
  STAFF_SECOND_FACTOR_REQUIRED: {
    status: 403,
    text: '運営の操作には二段階認証が必要です',
    advice: '設定で二段階認証を有効にしてください',
  },
  ROLE_NOT_ALLOWED: { status: 409, text: 'このアカウントにこの操作は行えません' },
  ACCOUNT_NOT_FOUND: { status: 404, text: 'アカウントが見つかりません' },
  MANAGEMENT_LINK_INVALID: {
    status: 403,
    text: 'この管理リンクは使用できません',
    advice: '新しいリンクが作られたか、取り消されたか、アカウントが登録または削除されています',
  },
  UNSUBSCRIBE_TOKEN_INVALID: { status: 400, text: '配信停止のリンクが正しくありません' },
  RECOVERY_CODE_INVALID: { status: 422, text: 'リカバリーコードが正しくないか、使用済みです' },
  MANAGEMENT_LINK_NOT_ALLOWED: { status: 409, text: '管理リンクは一時アカウントでのみ利用できます' },
  TEMPORARY_TOKEN_INVALID: { status: 400, text: '一時アカウントのトークンが無効か、セッションが終了しています' },
  TEMPORARY_ACCOUNT_REQUIRED: { status: 403, text: 'ページを引き継げるのは一時アカウントからのみです' },

  SITE_NOT_FOUND: { status: 404, text: 'ページが見つかりません' },
  SITE_EXPIRED: { status: 410, text: 'このページは有効期限が切れました' },
  SITE_STOPPED: { status: 451, text: 'このページは運営により停止されています' },
  SITE_UNDER_REVIEW: { status: 403, text: 'このページは確認中です', advice: '共有リンクから開いてください' },
  SITE_IS_LIVE: { status: 409, text: 'このページは公開中です', advice: '先に削除してください' },
  ACCOUNT_BANNED: {
    status: 409,
    text: 'このページのアカウントは停止中です',
    advice: '先にアカウントの停止を解除してください',
  },
  BROWSER_NOT_ALLOWED: {
    status: 403,
    text: 'このURLはcurlなどのプログラム専用です',
    advice: 'ブラウザからは、画面で公開してください',
  },
  HTML_NOT_UTF8: { status: 400, text: 'HTMLの文字コードがUTF-8ではありません', advice: 'UTF-8に変換してください' },
  FORM_FILE_MISSING: {
    status: 400,
    text: 'フォームにファイルがありません',
    advice: 'curl -F file=@page.html のように送信してください',
  },
  SEVERAL_PAGES: {
    status: 400,
    text: 'テキストに複数のページが含まれています',
    advice: '1ページだけを送るか、テキスト全体を公開する場合はformatを指定してください',
  },
  HTML_BLANK: { status: 400, text: firstViewTexts.HTML_BLANK },
  HTML_TOO_LARGE: { status: 413, text: firstViewTexts.HTML_TOO_LARGE },
  PAGE_REFUSED: {
    status: 422,
    text: '他社のサービスを装って情報を入力させるページ、または運営が停止した内容と判定されたため、公開できません',
    advice: '該当箇所を修正するか、判定が誤りの場合は運営にお知らせください',
  },
  FORM_SEVERAL_FILES: {
    status: 400,
    text: 'フォームに複数のファイルがあります',
    advice: 'ZIPファイルにまとめて送信してください',
  },
  HTML_NOT_TEXT: { status: 400, text: 'HTMLに使用できない文字（NULまたは対になっていないサロゲート）が含まれています' },
  COMPONENT_INVALID: {
    status: 422,
    text: 'コンポーネントのコードを読み取れません',
    advice: 'JSXまたはTSXの書き方を確認してください',
  },
  COMPONENT_IMPORT_UNKNOWN: {
    status: 422,
    text: 'このimportは使えません。使えるのはreact、react-dom、lucide-react、rechartsです',
    advice: 'ほかの部品はコードに直接書くか、書き出した一式をフォルダーまたはZIPファイルで公開してください',
  },
  COMPONENT_NOT_EXPORTED: {
    status: 422,
    text: '表示するコンポーネントにexport defaultがありません',
    advice: 'export defaultを付けてください',
  },
  PREVIEW_NOT_AVAILABLE: {
    status: 409,
    text: 'この環境では、複数のファイルのページをプレビューできません',
    advice: 'ファイルの一覧で内容を確認してください',
  },
  PAGE_HAS_FILES: {
    status: 409,
    text: 'このページは複数のファイルでできています',
    advice: 'ZIPファイルで取得してください',
  },
  FILE_NOT_FOUND: { status: 404, text: 'ファイルが見つかりません' },
  FILE_PATH_INVALID: { status: 400, text: 'このファイル名またはフォルダー名は使用できません' },
  FILE_PATHS_EQUAL: {
    status: 400,
    text: '同じ名前のファイルまたはフォルダーがあります（大文字と小文字、文字の表し方の違いは区別しません）',
  },
  FILE_TOO_DEEP: { status: 400, text: 'フォルダーの階層が深すぎます' },
  FILE_TOO_LARGE: { status: 413, text: 'ファイルが大きすぎます' },
  FILE_MISMATCH: { status: 422, text: '送信されたファイルの内容または大きさが、宣言と一致しません' },
  FILE_TOO_SLOW: { status: 408, text: '送信の速度が遅すぎるため、中断しました', advice: '再試行してください' },
  TOO_MANY_FILES: { status: 413, text: 'ファイルの数が多すぎます' },
  TREE_EMPTY: { status: 400, text: '公開できるファイルがありません' },
  TREE_TOO_LARGE: { status: 413, text: 'ファイルの合計が大きすぎます' },
  TOO_MANY_UPLOADS: { status: 429, text: '公開していないアップロードが多すぎます', advice: retryLater },
  UPLOAD_NOT_FOUND: { status: 404, text: 'このアップロードは見つからないか、期限が切れました' },
  UPLOAD_INCOMPLETE: { status: 409, text: 'まだ届いていないファイルがあります' },
  UPLOAD_TICKET_INVALID: { status: 403, text: 'アップロードのチケットが正しくないか、期限が切れました' },
  ARCHIVE_TOO_LARGE: { status: 413, text: 'ZIPファイルが大きすぎます' },
  ARCHIVE_ALREADY_SENT: {
    status: 409,
    text: 'このアップロードには別のZIPファイルが届いています',
    advice: '新しいアップロードを始めてください',
  },
  ARCHIVE_INVALID: { status: 422, text: 'ZIPファイルとして読み取れません' },
  ENTRY_COMPRESSION_UNKNOWN: { status: 422, text: 'この項目の圧縮方式には対応していません' },
  ENTRY_DAMAGED: { status: 422, text: 'ZIPファイルのこの項目は壊れているか、大きさが正しくありません' },
  ENTRY_ENCRYPTED: { status: 422, text: '暗号化された項目は取り込めません' },
  ENTRY_LINK: { status: 422, text: 'リンクは取り込めません' },
  ENTRY_NAME_UNREADABLE: { status: 422, text: 'ファイル名の文字コードを判定できません' },
  PATH_MISSING: { status: 400, text: 'パスが指定されていません' },
  PATH_INVALID: { status: 400, text: firstViewTexts.PATH_INVALID },
  PATH_TAKEN: { status: 409, text: firstViewTexts.PATH_TAKEN },
  PATH_RESERVED: { status: 400, text: 'このパスは公式のページと間違われるおそれがあるため、使用できません' },
  PAGE_PASSWORD_WRONG: { status: 403, text: '合言葉が違うか、このURLに合言葉で開けるページがありません' },
  OWN_ORIGINS_REQUIRED: { status: 409, text: 'このサーバーでは合言葉を利用できません' },
  USER_ID_NOT_YOURS: { status: 403, text: 'ほかのアカウントとして公開することはできません' },
  REGISTRATION_REQUIRED: { status: 403, text: 'この操作には無料の登録が必要です' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, text: 'このIdempotency-Keyは別の内容で使用済みです' },
  EXPIRY_NOT_ALLOWED: { status: 400, text: '有効期限は、現在の期限から30日の延長または無期限のみ指定できます' },
  STORAGE_QUOTA_EXCEEDED: {
    status: 413,
    text: '公開できる容量の上限に達しました',
    advice: '不要なページを削除するか、無料登録すると容量が増えます',
  },
  STORAGE_FULL: {
    status: 507,
    text: '現在、登録なしの公開を一時的に停止しています',
    advice: '無料登録すると公開できます',
  },
  BASE_VERSION_REQUIRED: {
    status: 428,
    text: '編集のもとにしたバージョンをIf-Matchまたはbase_versionで指定してください',
  },
  VERSION_CONFLICT: { status: 412, text: 'このページは編集中に別の操作で更新されました' },
  VERSION_NOT_FOUND: { status: 404, text: 'このバージョンは見つかりません' },
  VERSION_IS_CURRENT: { status: 409, text: '公開中のバージョンは消去できません' },
  TOO_MANY_LABELS: { status: 409, text: '名前を付けられるバージョンは20件までです' },

  REPORT_BLANK: { status: 400, text: 'タイトルと詳細は必須です' },
  REPORT_TITLE_TOO_LONG: { status: 400, text: 'タイトルは100文字以内で入力してください' },
  REPORT_DESCRIPTION_TOO_LONG: { status: 400, text: '詳細は1000文字以内で入力してください' },
  REPORT_NOT_TEXT: { status: 400, text: '使用できない文字（NULまたは対になっていないサロゲート）が含まれています' },
  REPORT_EMAIL_INVALID: { status: 400, text: 'メールアドレスの形式が正しくありません' },
  REPORT_NOT_FOUND: { status: 404, text: '報告が見つかりません' },
  REPORT_TEXT_INVALID: { status: 400, text: '本文は1文字以上5000文字以内で入力してください' },
  REPORT_NOT_ANSWERABLE: { status: 409, text: '連絡先のメールアドレスがないため、返信できません' },
  CASE_NOT_FOUND: { status: 404, text: 'この通報は見つかりません' },
  CASE_STATE_CHANGED: { status: 409, text: '通報の状態が変わったため、この操作はできません' },
  CASE_CONCERNS_CALLER: { status: 409, text: '自分のページや自分が通報したページについては、別の担当者が判断します' },
  CASE_NEEDS_ANOTHER_ADMIN: { status: 409, text: '停止を決めた担当者とは別の担当者が、異議を判断します' },
} as const satisfies Record<string, ProductError>;

export type ProductErrorCode = keyof typeof productErrors;

export function errorText({ text, advice }: ProductError): string {
  return advice === undefined ? text : `${text}。${advice}`;
}
