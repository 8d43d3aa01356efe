interface OwnScreen {
  path: string;
  /** It is the screen's heading and the title of the tab. */
  title: string;
  /** People search for it. The other screens need an account, a password or the link of a mail. */
  isSearched: boolean;
}

/** The screens of the web app besides its main view. */
export const ownScreens = {
  admin: { path: '/admin', title: '運営', isSearched: false },
  confirm: { path: '/auth/confirm', title: 'メールアドレスの確認', isSearched: false },
  resetPassword: { path: '/auth/reset-password', title: '新しいパスワードの設定', isSearched: false },
  case: { path: '/case', title: '通報の経過', isSearched: false },
  edit: { path: '/edit/:id', title: 'ページを編集', isSearched: false },
  manage: { path: '/manage', title: '管理リンク', isSearched: false },
  open: { path: '/open/:path', title: '合言葉の入力', isSearched: false },
  report: { path: '/report', title: 'ページを通報', isSearched: false },
  unsubscribe: { path: '/unsubscribe', title: 'お知らせメールの停止', isSearched: false },
  terms: { path: '/terms', title: '利用規約', isSearched: true },
  privacy: { path: '/privacy', title: 'プライバシーポリシー', isSearched: true },
  contact: { path: '/contact', title: 'お問い合わせ', isSearched: true },
  safety: { path: '/about/safety', title: '公開ルール', isSearched: true },
} as const satisfies Record<string, OwnScreen>;

/** The footer links to these screens. */
export const footerScreens = ['terms', 'privacy', 'safety', 'report', 'contact'] as const;
