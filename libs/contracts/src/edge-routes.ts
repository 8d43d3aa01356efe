import { limits } from './limits.js';

/** A public address: the process that answers it, and its bounds. */
export interface EdgeRoute {
  /** The hosts of published pages are apart from the app's host. */
  host: 'app' | 'pages';
  /** The route takes this path and all below it. */
  path: string;
  /** If true, the route takes the path alone. */
  isExact?: boolean;
  /** Other methods go on to the next route with this path. Left out, the route takes every method. */
  methods?: readonly string[];
  service: 'gateway' | 'web' | 'sites-viewer' | 'sites-uploads';
  maxBodyBytes: number;
  /** A request ends after this time, with an error. */
  seconds: number;
  /** The address has a secret, so it is in no log. */
  isSecret?: boolean;
}

/** A byte of the page takes at most six bytes as a JSON escape; the rest is for the other members. */
export const pageBodyMaxBytes = 6 * limits.htmlMaxBytes + 65_536;

/** A multipart form adds some lines to the page. */
export const pageFileMaxBytes = limits.htmlMaxBytes + 65_536;

/** A page may be published or sent over a slow line. */
const seconds = 60;
const gateway = { host: 'app', service: 'gateway', maxBodyBytes: 1_048_576, seconds } as const;

/** Uploads have a minimum rate instead of a short timeout, and configurable limits below this size. */
const uploads = { host: 'app', service: 'sites-uploads', maxBodyBytes: 64 * 1_048_576, seconds: 3_600 } as const;

/** A program may send a ZIP archive in place of a page. The gateway passes it on to `sites-uploads` as it comes. */
const programs = { ...gateway, maxBodyBytes: uploads.maxBodyBytes, seconds: 600 } as const;

/** The gateway redirects these to the host of the page. */
export const sharePaths = ['/share', '/site'];

/**
 * The public addresses; the first one that matches counts. The gateway's own server and body limits, the server of
 * `npm run dev`, `tools/deploy/edge.conf` (Compose) and `k8s/base/routes.yaml` are made from them.
 */
export const edgeRoutes: readonly EdgeRoute[] = [
  { ...gateway, path: '/functions/v1/create-site', maxBodyBytes: pageBodyMaxBytes },
  { ...gateway, path: '/functions/v1/update-site', maxBodyBytes: pageBodyMaxBytes },
  { ...uploads, path: '/functions/v1/uploads/files', isSecret: true },
  { ...uploads, path: '/functions/v1/uploads' },
  { ...uploads, path: '/functions/v1/archives' },
  { ...gateway, path: '/functions/v1/check-page', maxBodyBytes: pageBodyMaxBytes },
  { ...gateway, path: '/functions/v1/report-false-alarm', maxBodyBytes: pageBodyMaxBytes },
  { ...programs, path: '/functions/v1/pages' },
  { ...gateway, path: '/functions/v1/unsubscribe', isSecret: true },
  { ...gateway, path: '/functions/v1' },
  { ...gateway, path: '/auth/v1/verify', isSecret: true },
  { ...gateway, path: '/auth/v1' },
  { ...gateway, path: '/rest/v1' },
  { ...gateway, path: '/storage/v1' },
  { ...gateway, path: '/admin/v1' },
  { ...gateway, path: '/admin/queues' },
  ...sharePaths.map((path) => ({ ...gateway, path })),
  { ...gateway, path: '/docs' },
  { ...gateway, path: '/mcp', maxBodyBytes: pageBodyMaxBytes },
  { ...gateway, path: '/agent', isSecret: true },
  { ...gateway, path: '/agent.md' },
  { ...gateway, path: '/llms.txt' },
  { ...gateway, path: '/config.json' },
  { ...gateway, path: '/openapi.json' },
  { ...gateway, path: '/healthz' },
  { ...gateway, path: '/readyz' },
  { ...gateway, path: '/.well-known' },
  { ...gateway, path: '/robots.txt' },
  { ...gateway, path: '/sitemap.xml' },
  // Programs publish here; browsers get the app.
  { ...programs, path: '/', methods: ['POST', 'PUT'] },
  { host: 'app', path: '/', service: 'web', maxBodyBytes: 1_024, seconds },
  // The address of a page that is not public may have its key.
  { host: 'pages', path: '/', service: 'sites-viewer', maxBodyBytes: 1_024, seconds, isSecret: true },
];

/** True for `/path`, `/path/…` and `/path?…`, not for `/paths`. */
export function isUnder(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || '/?'.includes(url.charAt(path.length)));
}

interface PublicRequest {
  host?: EdgeRoute['host'];
  method: string;
  url: string;
}

/** Finds the route of a request; to the app's host if none is named. */
export function edgeRouteOf({ host = 'app', method, url }: PublicRequest, routes = edgeRoutes): EdgeRoute | undefined {
  return routes.find((route) => route.host === host && covers(route, url) && (route.methods?.includes(method) ?? true));
}

function covers({ path, isExact }: EdgeRoute, url: string): boolean {
  if (isExact) return url === path || url.startsWith(`${path}?`);
  return path === '/' || isUnder(url, path);
}
