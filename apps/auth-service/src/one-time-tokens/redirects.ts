const MAX_LENGTH = 2048;

// Scheme, host and port as they are written: no user info, no backslash, nothing that browsers and we might read
// differently.
const plainWebUrl = /^(https?):\/\/([a-z0-9.-]+|\[::1\])(?::(\d{1,5}))?(?:[/?#][^\s\\]*)?$/i;

/** Where a link may lead: the product itself, this machine, and what the operator allows. */
export class Redirects {
  private readonly patterns: RegExp[];

  constructor(
    /** Scheme, host and port of the product. */
    readonly siteUrl: string,
    allowList: readonly string[],
  ) {
    this.patterns = allowList.map(patternOf);
  }

  /** The URL if it is allowed. */
  allowed(candidate: string | undefined): string | undefined {
    if (candidate === undefined || candidate.length > MAX_LENGTH) return undefined;
    const written = plainWebUrl.exec(candidate);
    if (written === null || !URL.canParse(candidate)) return undefined;
    const url = new URL(candidate);
    // A host written as a number (http://2130706433/) is read as an address: only what stays as it is will do.
    if (url.hostname !== (written[2] ?? '').toLowerCase()) return undefined;
    if (url.origin === this.siteUrl || isLoopbackAddress(url.hostname)) return url.href;
    const withoutFragment = url.href.split('#', 1)[0] ?? '';
    return this.patterns.some((pattern) => pattern.test(withoutFragment)) ? url.href : undefined;
  }

  /** The first that is allowed, else the product. */
  choose(...candidates: (string | undefined)[]): string {
    return candidates.map((candidate) => this.allowed(candidate)).find(Boolean) ?? this.siteUrl;
  }
}

function isLoopbackAddress(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** `**` is anything, `*` anything but `.` and `/`, `?` one such character. */
function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
