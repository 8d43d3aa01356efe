import { z } from 'zod';

/** What DNS and certificates take in one label; `--` in third place is kept for encoded names such as `xn--`. */
const labelPattern = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** What a `Host` header names: a page, something else in the pages' part of the name space, or neither. */
export type HostRole = { kind: 'page'; path: string } | { kind: 'no-page' | 'other' };

const NO_PAGE: HostRole = { kind: 'no-page' };
const OTHER: HostRole = { kind: 'other' };

const patternPattern = /^(https?):\/\/([a-z0-9-]*)\{path\}([a-z0-9-]*(?:\.[a-z0-9-]+)+)(:\d{1,5})?\/?$/i;

/** The origins of pages, one each, after a pattern such as `https://{path}.pages.example`. */
export class PageOrigins {
  /** What stands before the path in a host's name, and all that follows it. In lower case. */
  readonly before: string;
  readonly after: string;
  private readonly scheme: string;
  /** `:8443`; nothing where it is the scheme's own. */
  private readonly port: string;
  private readonly schemePort: string;

  /** @throws Error that says what is wrong with the pattern */
  constructor(pattern: string) {
    const [, scheme = '', before = '', after = '', port = ''] = patternPattern.exec(pattern) ?? [];
    this.scheme = scheme.toLowerCase();
    this.before = before.toLowerCase();
    this.after = after.toLowerCase();
    this.schemePort = this.scheme === 'https' ? ':443' : ':80';
    this.port = port === this.schemePort ? '' : port;
    const example = this.originOf('example') ?? '';
    if (!URL.canParse(example) || new URL(example).origin !== example) {
      throw new Error("must look like https://{path}.pages.example, with {path} in the first part of the host's name");
    }
  }

  /** Where the page is shown. Undefined where the path cannot be part of a host's name, as with a hyphen at its end. */
  originOf(path: string): string | undefined {
    if (!labelPattern.test(this.before + path + this.after.replace(/\..*/, ''))) return undefined;
    return `${this.scheme}://${this.before}${path}${this.after}${this.port}`;
  }

  /** Reads a `Host` header. What looks like a page's host and is none is never taken for the app's. */
  roleOf(host: string | undefined): HostRole {
    const [, name = '', port = ''] = /^([^:]*)(:\d*)?$/.exec(host?.toLowerCase() ?? '') ?? [];
    // With the dot of the root at its end it is the same host to DNS, but another origin.
    const rootless = name.endsWith('.') ? name.slice(0, -1) : name;
    if (!rootless.startsWith(this.before) || !rootless.endsWith(this.after)) return OTHER;
    const path = rootless.slice(this.before.length, -this.after.length);
    const isItsPort = port === this.port || (this.port === '' && port === this.schemePort);
    if (rootless !== name || !isItsPort || path.includes('.') || !this.originOf(path)) return NO_PAGE;
    return { kind: 'page', path };
  }

  /** The source in a `Content-Security-Policy` that covers them all. */
  get source(): string {
    return `${this.scheme}://*${this.after.slice(this.after.indexOf('.'))}${this.port}`;
  }
}

/** `VIEWER_ORIGIN_PATTERN`: left out, pages are shown in a sandbox on the app's host. */
export const pageOriginsEnv = z
  .string()
  .optional()
  .transform((pattern, context): PageOrigins | undefined => {
    if (!pattern) return undefined;
    try {
      return new PageOrigins(pattern);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error));
      return z.NEVER;
    }
  });

/** Why pages cannot have these origins beside the app's; undefined when they can. */
export function pageOriginsFault(origins: PageOrigins | undefined, appOrigin: string): string | undefined {
  if (!origins || origins.roleOf(new URL(appOrigin).host).kind === 'other') return undefined;
  return `must not cover the app's own host, ${new URL(appOrigin).host}`;
}
