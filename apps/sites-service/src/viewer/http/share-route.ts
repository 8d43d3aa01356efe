import type { OwnOriginRole } from '@haru/contracts';
import { canBePath } from '../../paths/site-path.js';

/** What a request's target asks for. `path` is one that a site can have. */
export type ShareRoute = { kind: 'page'; path: string } | { kind: 'path-missing' | 'no-such-path' | 'icon' | 'other' };

const PATH_MISSING: ShareRoute = { kind: 'path-missing' };
const NO_SUCH_PATH: ShareRoute = { kind: 'no-such-path' };
const ICON: ShareRoute = { kind: 'icon' };
const OTHER: ShareRoute = { kind: 'other' };

/**
 * Reads `/share/{path}` and `/site/{path}`; the query is the page's own business. Paths are compared as they come,
 * neither decoded nor lowercased, so one page has one address.
 */
export function shareRoute(target: string): ShareRoute {
  const query = target.indexOf('?');
  const route = query === -1 ? target : target.slice(0, query);
  const prefix = route.startsWith('/share') ? '/share' : '/site';
  if (!route.startsWith(prefix)) return OTHER;
  if (route.length === prefix.length) return PATH_MISSING;
  if (route[prefix.length] !== '/') return OTHER;
  const path = route.slice(prefix.length + 1);
  if (path === '') return PATH_MISSING;
  return canBePath(path) ? { kind: 'page', path } : NO_SUCH_PATH;
}

/** The same on a host for pages: the page is at its root, and nothing else is there, health checks neither. */
export function ownHostRoute(role: OwnOriginRole, target: string): ShareRoute {
  const [route] = target.split('?', 1);
  // Browsers ask for it unasked, and an error screen would be an error in the page's console.
  if (route === '/favicon.ico') return ICON;
  return role.kind === 'page' && route === '/' && canBePath(role.path) ? role : NO_SUCH_PATH;
}
