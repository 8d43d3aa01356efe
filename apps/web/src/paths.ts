import { generatePath, matchPath } from 'react-router-dom';

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
  open: '/open/:path',
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

export const publishedPath = (id: string): string => `${paths.publish}?published=${id}`;

export const publishedIdIn = ({ search }: { search: string }): string | null =>
  new URLSearchParams(search).get('published');

export const ownCasePath = (id: string): string => `${paths.case}?id=${id}`;

export const examplePath = (name: string): string => `${paths.publish}?example=${name}`;

export const exampleIn = ({ search }: { search: string }): string | null => new URLSearchParams(search).get('example');

export const aboutScreens = ['terms', 'privacy', 'safety', 'report', 'contact'] as const satisfies readonly Screen[];
