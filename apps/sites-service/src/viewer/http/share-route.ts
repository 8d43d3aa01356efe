import { PREVIEW_PREFIX, previewFrame, type OwnOriginRole } from '@haru/contracts';
import { LIBRARY_FOLDER } from '@haru/page-render/libraries';
import { canBePath } from '../../sites/paths/site-path.js';

/** The app shows pages by these that are not published. */
export type PreviewRoute =
  | { kind: 'version-preview'; token: string }
  | { kind: 'file-preview'; name: string }
  | { kind: 'library'; path: string }
  | { kind: 'preview-frame' };

/** Browsers request it by themselves, and a 404 would show in the page's console. */
export const ICON_FILE = '/favicon.ico';

/**
 * `path` is well-formed. `key` is what follows `~`. `file` begins with a slash; it is absent in the page's address on
 * the shared host.
 */
export type ShareRoute =
  | { kind: 'page'; path: string; key?: string; file?: string }
  | PreviewRoute
  | { kind: 'path-missing' | 'no-such-path' | 'icon' | 'other' };

export const OTHER: ShareRoute = { kind: 'other' };

/**
 * Reads `/share/{path}`, `/site/{path}`, the same with `~{key}`, the files below them and what previews load; the query
 * is left to the page. Paths are neither decoded nor lowercased, so that a page has one address.
 */
export function shareRoute(target: string): ShareRoute {
  const query = target.indexOf('?');
  const route = query === -1 ? target : target.slice(0, query);
  const prefix = route.startsWith('/share') ? '/share' : '/site';
  if (!route.startsWith(prefix)) return previewRoute(target);
  if (route.length === prefix.length) return { kind: 'path-missing' };
  if (route[prefix.length] !== '/') return OTHER;
  const named = route.slice(prefix.length + 1);
  if (named === '') return { kind: 'path-missing' };
  const end = named.indexOf('/');
  const [path = '', key] = (end === -1 ? named : named.slice(0, end)).split('~', 2);
  if (!canBePath(path)) return { kind: 'no-such-path' };
  const page = { kind: 'page', path, ...(key === undefined ? {} : { key }) } as const;
  return end === -1 ? page : { ...page, file: named.slice(end) };
}

function previewRoute(target: string): ShareRoute {
  if (target === previewFrame.path) return { kind: 'preview-frame' };
  if (target.startsWith(`/${LIBRARY_FOLDER}/`)) return { kind: 'library', path: target };
  if (!target.startsWith(PREVIEW_PREFIX)) return OTHER;
  const [token = ''] = target.slice(PREVIEW_PREFIX.length).split('?', 1);
  return { kind: 'version-preview', token };
}

/** Reads the target on a page's own host, which has only what belongs to the page, and no health checks. */
export function ownHostRoute(role: OwnOriginRole, target: string): ShareRoute {
  const [file = '/'] = target.split('?', 1);
  if (role.kind === 'page' && canBePath(role.path)) return { kind: 'page', path: role.path, file };
  return { kind: file === ICON_FILE ? 'icon' : 'no-such-path' };
}

const previewKinds: ReadonlySet<string> = new Set(['version-preview', 'file-preview', 'library', 'preview-frame']);

export function isPreview(route: ShareRoute): route is PreviewRoute {
  return previewKinds.has(route.kind);
}
