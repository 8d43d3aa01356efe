/** Texts that the web app's first view shows too. They are a module of their own, because that view loads no other. */
export const firstViewTexts = {
  RATE_LIMITED: '短時間に操作が多すぎます',
  UNKNOWN_ERROR: '予期しない問題が起きました',
  HTML_BLANK: 'HTMLを入力してください',
  HTML_TOO_LARGE: 'HTMLが1 MiBを超えています',
  PATH_INVALID: '3-20文字の英数字とハイフンのみ使用可能です',
  PATH_TAKEN: 'このパスは既に使用されています',
} as const;
