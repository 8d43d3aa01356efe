/** Where each screen of the app is. */
export const paths = {
  publish: '/',
  dashboard: '/?view=dashboard',
  confirm: '/auth/confirm',
  resetPassword: '/auth/reset-password',
  admin: '/admin',
} as const;

export type Screen = keyof typeof paths;

/** The queues' own pages, which are not part of the app. */
export const QUEUES_PATH = '/admin/queues';

const screenOfPath = new Map<string, Screen>(Object.entries(paths).map(([screen, path]) => [path, screen as Screen]));

/** Which screen an address shows. Any address that is not another screen's is the main app with its two views. */
export function screenOf({ pathname, search }: { pathname: string; search: string }): Screen {
  const screen = screenOfPath.get(pathname.toLowerCase().replace(/\/$/, ''));
  return screen ?? (new URLSearchParams(search).get('view') === 'dashboard' ? 'dashboard' : 'publish');
}
