import { generatePath, matchPath } from 'react-router-dom';

/** These screens are routes of their own. */
export const ownPaths = {
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

export const paths = { publish: '/', dashboard: '/?view=dashboard', ...ownPaths } as const;

export type Screen = keyof typeof paths;

/** The server serves the queues' pages; they are not part of the app. */
export const QUEUES_PATH = '/admin/queues';

/** Tells which screen an address shows. Any address that is not another screen's is the main app with its two views. */
export function screenOf({ pathname, search }: { pathname: string; search: string }): Screen {
  const own = Object.entries(ownPaths).find(([, path]) => matchPath(path, pathname));
  if (own) return own[0] as Screen;
  return new URLSearchParams(search).get('view') === 'dashboard' ? 'dashboard' : 'publish';
}

export const editPath = (id: string): string => generatePath(paths.edit, { id });

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
export const aboutScreens = ['terms', 'privacy', 'safety', 'report', 'contact'] as const satisfies readonly Screen[];
