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

/** The server serves the queues' pages; they are not part of the app. */
export const QUEUES_PATH = '/admin/queues';

const screenOfPath = new Map<string, Screen>(Object.entries(paths).map(([screen, path]) => [path, screen as Screen]));

/** Tells which screen an address shows. Any address that is not another screen's is the main app with its two views. */
export function screenOf({ pathname, search }: { pathname: string; search: string }): Screen {
  if (editedIdOf(pathname) !== undefined) return 'edit';
  const screen = screenOfPath.get(pathname.toLowerCase().replace(/\/$/, ''));
  return screen ?? (new URLSearchParams(search).get('view') === 'dashboard' ? 'dashboard' : 'publish');
}

/** Returns the id of the page that an address edits. */
export const editedIdOf = (pathname: string): string | undefined => /^\/edit\/([^/]+)\/?$/i.exec(pathname)?.[1];

export const editPath = (id: string): string => paths.edit.replace(':id', id);

/** Returns the address of the result of publishing a page. */
export const publishedPath = (id: string): string => `${paths.publish}?published=${id}`;

/** Returns the page whose result an address of the publish screen shows. */
export const publishedIdIn = ({ search }: { search: string }): string | null =>
  new URLSearchParams(search).get('published');

/** The owner who is signed in sees a case about a page there. */
export const ownCasePath = (id: string): string => `${paths.case}?id=${id}`;

/** Opens the publish screen with an example to try. */
export const examplePath = (name: string): string => `${paths.publish}?example=${name}`;

/** Returns the example that an address of the publish screen names. */
export const exampleIn = ({ search }: { search: string }): string | null => new URLSearchParams(search).get('example');

/** The footer links to these screens about the service. */
export const aboutScreens = ['terms', 'privacy', 'safety', 'contact'] as const satisfies readonly Screen[];
