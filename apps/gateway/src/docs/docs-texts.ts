import type { Language } from '../http-errors/program-texts.js';

/** The guides are Markdown files in `texts/docs`; the others are made from what the gateway itself uses. */
const guides = ['quick-start', 'command-line', 'credentials', 'files', 'assistants'] as const;
export const routeGroups = ['pages', 'account', 'data', 'operators', 'system'] as const;
export type RouteGroup = (typeof routeGroups)[number];
export type DocsPage = (typeof guides)[number] | 'limits' | 'errors' | `routes-${RouteGroup}`;

export const docsPages: readonly DocsPage[] = [
  ...guides,
  'limits',
  'errors',
  ...routeGroups.map((group) => `routes-${group}` as const),
];

export type DocsTexts = (typeof docsTexts)[Language];

export const docsTexts = {
  en: {
    documentation: 'Documentation',
    skip: 'Skip to the content',
    guides: 'Guides',
    routes: 'Routes',
    onThisPage: 'On this page',
    menu: 'Menu',
    otherLanguage: '日本語',
    search: 'Search the documentation',
    searchHint: 'Search',
    // The script of the pages replaces `{count}`.
    found: '{count} results',
    foundNone: 'Nothing found. Try another word, or a code such as PATH_TAKEN.',
    searchFailed: 'The search could not be loaded. Reload the page.',
    copy: 'Copy',
    copied: 'Copied',
    link: 'Link to this section',
    previous: 'Previous',
    next: 'Next',
    asMarkdown: 'This page as Markdown',
    backToApp: 'Open the app',
    notFound: 'There is no such page',
    notFoundAdvice: 'Search for it above, choose a page from the menu, or begin with the quick start.',
    titles: {
      'quick-start': 'Quick start',
      'command-line': 'Command line',
      credentials: 'Keys and scopes',
      files: 'Pages of several files',
      assistants: 'AI assistants',
      limits: 'Limits',
      errors: 'Errors',
      'routes-pages': 'Pages',
      'routes-account': 'Accounts and sign-in',
      'routes-data': 'Data and storage',
      'routes-operators': 'Operators',
      'routes-system': 'System',
    } satisfies Record<DocsPage, string>,
  },
  ja: {
    documentation: 'ドキュメント',
    skip: '本文へ移動',
    guides: 'ガイド',
    routes: 'API一覧',
    onThisPage: 'このページの内容',
    menu: 'メニュー',
    otherLanguage: 'English',
    search: 'ドキュメントを検索',
    searchHint: '検索',
    found: '{count}件',
    foundNone: '見つかりませんでした。別の言葉か、PATH_TAKENのようなコードで検索してください。',
    searchFailed: '検索を読み込めませんでした。ページを再読み込みしてください。',
    copy: 'コピー',
    copied: 'コピーしました',
    link: 'この項目へのリンク',
    previous: '前へ',
    next: '次へ',
    asMarkdown: 'Markdownで表示',
    backToApp: 'アプリを開く',
    notFound: 'このページはありません',
    notFoundAdvice: '上の検索かメニューで探すか、クイックスタートからお読みください。',
    titles: {
      'quick-start': 'クイックスタート',
      'command-line': 'コマンドライン',
      credentials: 'キーと権限',
      files: '複数ファイルのページ',
      assistants: 'AIアシスタント',
      limits: '制限',
      errors: 'エラー',
      'routes-pages': 'ページ',
      'routes-account': 'アカウントとログイン',
      'routes-data': 'データとストレージ',
      'routes-operators': '運営',
      'routes-system': 'システム',
    } satisfies Record<DocsPage, string>,
  },
};
