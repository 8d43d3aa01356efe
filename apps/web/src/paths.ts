/** Where each screen of the app is. */
export const paths = {
  publish: '/',
  dashboard: '/?view=dashboard',
  confirm: '/auth/confirm',
  resetPassword: '/auth/reset-password',
  admin: '/admin',
  manage: '/manage',
  report: '/report',
  case: '/case',
  unsubscribe: '/unsubscribe',
  edit: '/edit/:id',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  safety: '/about/safety',
} as const;

export type Screen = keyof typeof paths;

/** The queues' own pages, which are not part of the app. */
export const QUEUES_PATH = '/admin/queues';

const screenOfPath = new Map<string, Screen>(Object.entries(paths).map(([screen, path]) => [path, screen as Screen]));

/** Which screen an address shows. Any address that is not another screen's is the main app with its two views. */
export function screenOf({ pathname, search }: { pathname: string; search: string }): Screen {
  if (editedIdOf(pathname) !== undefined) return 'edit';
  const screen = screenOfPath.get(pathname.toLowerCase().replace(/\/$/, ''));
  return screen ?? (new URLSearchParams(search).get('view') === 'dashboard' ? 'dashboard' : 'publish');
}

/** The id of the page that is edited there. */
export const editedIdOf = (pathname: string): string | undefined => /^\/edit\/([^/]+)\/?$/i.exec(pathname)?.[1];

/** Where a page is edited. */
export const editPath = (id: string): string => paths.edit.replace(':id', id);

/** Where the result of publishing a page is. */
export const publishedPath = (id: string): string => `${paths.publish}?published=${id}`;

/** The page whose result an address of the publish screen shows. */
export const publishedIdIn = ({ search }: { search: string }): string | null =>
  new URLSearchParams(search).get('published');

/** Where an owner who is signed in sees a case about a page. */
export const ownCasePath = (id: string): string => `${paths.case}?id=${id}`;

/** The publish screen with an example to try. */
export const examplePath = (name: string): string => `${paths.publish}?example=${name}`;

/** The example that an address of the publish screen names. */
export const exampleIn = ({ search }: { search: string }): string | null => new URLSearchParams(search).get('example');

/** Screens about the service, which the footer links to. */
export const aboutScreens = ['terms', 'privacy', 'safety', 'contact'] as const satisfies readonly Screen[];
