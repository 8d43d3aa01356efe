import { customPathPattern } from '../limits.js';
import { OwnOrigins, type OwnOriginRole } from './own-origins.js';

export const ownOriginsFor = ['all', 'needed'] as const;
export type OwnOriginsFor = (typeof ownOriginsFor)[number];

/** A `Host` header names the shared host of pages, a page's own host, the app, or something else. */
type HostRole = OwnOriginRole | { kind: 'pages-host' | 'app' | 'other' };

const PAGES_HOST: HostRole = { kind: 'pages-host' };
const APP: HostRole = { kind: 'app' };
const NO_PAGE: HostRole = { kind: 'no-page' };
const OTHER: HostRole = { kind: 'other' };

/** Such a text is no site's path, but safe in an address: the pages host answers that there is no such page. */
const harmlessPattern = /^[\w-]{1,100}$/;

/** After the name of the route: the path, the key of a secret page, and the file. */
const SHARED_ROUTE = /^\/[^/]*\/?([^/~]*?)(?:(?:~|%7E)([\w-]+))?(\/.*)?$/is;

interface PageAddressSettings {
  appOrigin: string;
  pagesOrigin: string;
  /** It gives pages origins of their own, as in `https://{path}.pages.example`. */
  pattern?: string | undefined;
  /** With a pattern all pages have an origin of their own, unless this says that only those have one which need it. */
  ownOriginsFor?: OwnOriginsFor | undefined;
}

/**
 * Knows where pages are shown, and to which of our hosts a request or an origin belongs. Pages never have the app's
 * host: on it a page's script could show the app's own address in the address bar (`history.replaceState`).
 */
export class PageAddresses {
  readonly appOrigin: string;
  readonly pagesOrigin: string;
  /** The pages' own origins are set only where they have them. */
  readonly ownOrigins: OwnOrigins | undefined;
  private readonly areOwnForAll: boolean;
  private readonly app: URL;
  private readonly pages: URL;
  /** It is read for each share link, and computing it from a URL is slow. */
  private readonly pagesHost: string;

  /** @throws Error that says what is wrong with the pattern */
  constructor({ appOrigin, pagesOrigin, pattern, ownOriginsFor = 'all' }: PageAddressSettings) {
    this.app = new URL(appOrigin);
    this.pages = new URL(pagesOrigin);
    this.pagesHost = this.pages.host;
    this.appOrigin = this.app.origin;
    this.pagesOrigin = this.pages.origin;
    this.ownOrigins = pattern ? new OwnOrigins(pattern) : undefined;
    this.areOwnForAll = this.ownOrigins !== undefined && ownOriginsFor === 'all';
  }

  /**
   * Says on which hosts a page is shown. Where only some pages have origins of their own, the shared host shows all.
   * A page that is not public has one host, so that its cookie admits to all addresses of the page.
   * @param isOriginNeeded the page's scripts need an origin of its own, or an earlier version's did
   */
  hostsOf(path: string, isOriginNeeded: boolean, isPublic = true): { own: boolean; shared: boolean } {
    const needsOwn = isOriginNeeded || this.areOwnForAll || !isPublic;
    const own = needsOwn && this.ownOrigins?.originOf(path) !== undefined;
    return { own, shared: !(own && (this.areOwnForAll || !isPublic)) };
  }

  /**
   * This address is given to people: opening it needs no redirect.
   * @param accessKey it is present if the page is secret
   */
  urlOf(path: string, isOriginNeeded = false, accessKey?: string | null, visibility?: string): string {
    // The app asks for the password, because any page of another host could imitate the form.
    if (visibility === 'password') return `${this.appOrigin}/open/${encodeURIComponent(path)}`;
    const key = accessKey ? `~${accessKey}` : '';
    const isOwn = this.hostsOf(path, isOriginNeeded, key === '').own;
    const ownOrigin = isOwn ? this.ownOrigins?.originOf(path) : undefined;
    return ownOrigin === undefined ? this.sharedUrlOf(path) + key : `${ownOrigin}/${key}`;
  }

  /**
   * This address on the shared host is for clients that do not find the page's own host: Safari and Node do not resolve
   * names below `localhost`. If all pages have own origins, it redirects.
   */
  sharedUrlOf(path: string): string {
    return `${this.pagesOrigin}/share/${encodeURIComponent(path)}`;
  }

  /**
   * Returns the address of the page or file that a request for `/share/{path}` or `/site/{path}` names, with its query.
   * A text that can be no path is not repeated: a browser would resolve `..` and the like, and the pages host has an
   * error screen.
   * @param target in origin form
   */
  locationOf(target: string): string {
    const [, route = '', query = ''] = /^([^?]*)(.*)$/s.exec(target) ?? [];
    const [, path = '', accessKey, file = ''] = SHARED_ROUTE.exec(route) ?? [];
    if (customPathPattern.test(path)) return fileUrlOf(this.urlOf(path, false, accessKey), file) + query;
    const shown = path === '' || harmlessPattern.test(path) ? path : '-';
    return `${this.pagesOrigin}/share/${shown}${query}`;
  }

  /** Reads a `Host` header. A host in the domain of pages never counts as the app's. */
  roleOf(host: string | undefined): HostRole {
    // Browsers write it like this, and the viewer checks it for each share link.
    if (host === this.pagesHost) return PAGES_HOST;
    const { name, port, isRooted } = readHost(host);
    const own = this.ownOrigins?.roleOf(name, port, isRooted);
    if (own) return own;
    if (name === this.pages.hostname) {
      if (!isRooted && isPortOf(this.pages, port)) return PAGES_HOST;
      if (name !== this.app.hostname) return NO_PAGE;
    }
    return name === this.app.hostname ? APP : OTHER;
  }

  /** Tells whether a page sent this `Origin`. Pages in a sandbox send `null`, which cannot be distinguished. */
  isPageOrigin(origin: string): boolean {
    if (!URL.canParse(origin)) return false;
    const { kind } = this.roleOf(new URL(origin).host);
    return kind === 'pages-host' || kind === 'page' || kind === 'preview' || kind === 'no-page';
  }

  /** These sources in a `Content-Security-Policy` cover all pages. */
  get frameSources(): string[] {
    return [this.pagesOrigin, ...(this.ownOrigins ? [this.ownOrigins.source] : [])];
  }
}

/** @param file is absent from the address when a browser would read it differently, because of `..` for example */
function fileUrlOf(page: string, file: string): string {
  const url = page.replace(/\/$/, '') + file;
  return file !== '' && URL.canParse(url) && new URL(url).href === url ? url : page;
}

/** With the dot of the root at its end a name is the same host to DNS, but another origin. */
function readHost(host: string | undefined): { name: string; port: string; isRooted: boolean } {
  const [, written = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host?.toLowerCase() ?? '') ?? [];
  const isRooted = written.endsWith('.');
  return { name: isRooted ? written.slice(0, -1) : written, port, isRooted };
}

function isPortOf(url: URL, port: string): boolean {
  return port === url.port || (url.port === '' && port === (url.protocol === 'https:' ? '443' : '80'));
}
