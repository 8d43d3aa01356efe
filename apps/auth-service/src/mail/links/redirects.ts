import type { PageAddresses } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';

const MAX_LENGTH = 2048;

// Scheme, host and port are taken as they are written: no user info, no backslash, nothing that browsers and this code
// might read differently.
const plainWebUrl = /^(https?):\/\/([a-z0-9.-]+|\[::1\])(?::(\d{1,5}))?(?:[/?#][^\s\\]*)?$/i;

/** These are the web app's own screens. Every other path on its origin may be a published page. */
const appPaths = new Set(['/', '/dashboard', '/auth/confirm', '/auth/reset-password', '/admin']);
/** These first segments are published pages, which run scripts that can read the address with the session in it. */
const pagePrefixes = new Set(['share', 'site']);

/** A link leads to our own screens or where the operator allows. Its address carries a session, so never to a page. */
@Injectable()
export class Redirects {
  private readonly patterns: RegExp[];
  private readonly site: URL;

  constructor(
    @Setting('addresses') private readonly addresses: PageAddresses,
    @Setting('AUTH_REDIRECT_ALLOW_LIST') allowList: readonly string[],
  ) {
    this.patterns = allowList.map(patternOf);
    this.site = new URL(this.addresses.appOrigin);
  }

  get siteUrl(): string {
    return this.addresses.appOrigin;
  }

  /** Returns the URL if it is allowed. */
  allowed(candidate: string | undefined): string | undefined {
    if (candidate === undefined || candidate.length > MAX_LENGTH) return undefined;
    const written = plainWebUrl.exec(candidate);
    if (written === null || !URL.canParse(candidate)) return undefined;
    const url = new URL(candidate);
    // A host written as a number (http://2130706433/) is read as an address: the host must stay as it was written.
    if (url.hostname !== (written[2] ?? '').toLowerCase()) return undefined;
    if (this.mayShowPage(url)) return undefined;
    return this.isOwnScreen(url) || this.isLocal(url) || this.isListed(url) ? url.href : undefined;
  }

  /** Returns the first URL that is allowed, else the product's. */
  choose(...candidates: (string | undefined)[]): string {
    return candidates.map((candidate) => this.allowed(candidate)).find(Boolean) ?? this.siteUrl;
  }

  /** These paths show published pages on our hosts, at any port, so they are refused even if the operator allows them. */
  private mayShowPage(url: URL): boolean {
    if (this.addresses.isPageOrigin(url.origin)) return true;
    const isOurs = hostOf(url) === hostOf(this.site) || isThisMachine(url);
    return isOurs && leadsToPage(url.pathname);
  }

  private isOwnScreen({ origin, pathname }: URL): boolean {
    return origin === this.site.origin && appPaths.has(pathname.replace(/(?<=.)\/$/, ''));
  }

  /** Local addresses are allowed only if the product itself runs on this machine, as in development. */
  private isLocal(url: URL): boolean {
    return isThisMachine(this.site) && isLoopbackAddress(url.hostname) && url.port !== this.site.port;
  }

  private isListed({ href }: URL): boolean {
    const withoutFragment = href.split('#', 1)[0] ?? '';
    return this.patterns.some((pattern) => pattern.test(withoutFragment));
  }
}

function isLoopbackAddress(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isThisMachine(url: URL): boolean {
  return isLoopbackAddress(url.hostname) || /^(.+\.)?localhost$/.test(hostOf(url));
}

/** The dot of the root is dropped: it is the same host to DNS. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** Checks the decoded path in every spelling, because servers decode and resolve paths differently. */
function leadsToPage(pathname: string): boolean {
  const path = decoded(pathname);
  return path === undefined || path.split(/[/\\;]+/).some((part) => pagePrefixes.has(part.trim().toLowerCase()));
}

/** Returns undefined if the path cannot be decoded. */
function decoded(path: string): string | undefined {
  try {
    const once = decodeURIComponent(path);
    return once === path ? path : decoded(once);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** `**` stands for anything, `*` for anything but `.` and `/`, `?` for one such character. */
function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
