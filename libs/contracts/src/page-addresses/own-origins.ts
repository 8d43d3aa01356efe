import { customPathPattern, limits } from '../limits.js';

/** What a host in the pages' part of the name space names. */
export type OwnOriginRole = { kind: 'page'; path: string } | { kind: 'no-page' };

const NO_PAGE: OwnOriginRole = { kind: 'no-page' };

/** What DNS and certificates take in one label; `--` in third place is kept for encoded names such as `xn--`. */
const labelPattern = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const patternPattern = /^(https?):\/\/([a-z0-9-]*)\{path\}([a-z0-9-]*(?:\.[a-z0-9-]+)+)(:\d{1,5})?\/?$/i;

/**
 * Around a path that is no label by itself (`abc-`, `-abc`, `ab--c`). What comes out is longer than any path, so that it
 * cannot be another page's, and readable.
 */
const WRAP_BEFORE = 'page-with-the-path-';
const WRAP_AFTER = '-0';

/** The origins of pages, one each, after a pattern such as `https://{path}.pages.example`. */
export class OwnOrigins {
  /** What stands before the path in a host's name, and all that follows it. In lower case. */
  readonly before: string;
  readonly after: string;
  private readonly scheme: string;
  /** `:8443`; nothing where it is the scheme's own. */
  private readonly port: string;

  /** @throws Error that says what is wrong with the pattern */
  constructor(pattern: string) {
    const [, scheme = '', before = '', after = '', port = ''] = patternPattern.exec(pattern) ?? [];
    this.scheme = scheme.toLowerCase();
    this.before = before.toLowerCase();
    this.after = after.toLowerCase();
    this.port = port === this.schemePort ? '' : port;
    const longest = '-'.repeat(limits.customPathMaxLength);
    for (const example of [this.originOf('example') ?? '', this.originOf(longest) ?? '']) {
      if (URL.canParse(example) && new URL(example).origin === example) continue;
      throw new Error("must look like https://{path}.pages.example, with {path} in the first part of the host's name");
    }
  }

  /** Where the page is shown. Undefined for what is no site's path. */
  originOf(path: string): string | undefined {
    if (!customPathPattern.test(path)) return undefined;
    const name = this.isLabel(path) ? path : WRAP_BEFORE + path + WRAP_AFTER;
    if (!this.isLabel(name)) return undefined;
    return `${this.scheme}://${this.before}${name}${this.after}${this.port}`;
  }

  /**
   * What a host is among them; undefined for one that is elsewhere.
   * @param name in lower case, without the dot of the root
   * @param isRooted it had that dot
   */
  roleOf(name: string, port: string, isRooted: boolean): OwnOriginRole | undefined {
    if (!name.startsWith(this.before) || !name.endsWith(this.after)) return undefined;
    const isItsPort =
      (port === '' ? '' : `:${port}`) === this.port || (this.port === '' && `:${port}` === this.schemePort);
    if (isRooted || !isItsPort) return NO_PAGE;
    const path = pathIn(name.slice(this.before.length, -this.after.length));
    // One page has one host: a label is not wrapped.
    const isItsName = this.originOf(path) === `${this.scheme}://${name}${this.port}`;
    return isItsName ? { kind: 'page', path } : NO_PAGE;
  }

  /** The domain that holds them all. */
  get domain(): string {
    return this.after.slice(this.after.indexOf('.') + 1);
  }

  /** The source in a `Content-Security-Policy` that covers them all. */
  get source(): string {
    return `${this.scheme}://*.${this.domain}${this.port}`;
  }

  /** An address in that domain, to compare with others. */
  get domainUrl(): URL {
    return new URL(`${this.scheme}://${this.domain}${this.port}`);
  }

  /** How the name of a host is read, for a script that runs where it is. An expression; the name is in `variable`. */
  pathExpression(variable: string): string {
    const slice = `${variable}.slice(${this.before.length},${-this.after.length})`;
    const wrapped = `/^${WRAP_BEFORE}(.*)${WRAP_AFTER}$/`;
    return `${slice}.replace(${wrapped},"$1")`;
  }

  private get schemePort(): string {
    return this.scheme === 'https' ? ':443' : ':80';
  }

  private isLabel(name: string): boolean {
    return labelPattern.test(this.before + name + this.after.replace(/\..*/, ''));
  }
}

/** The path in what stands between `before` and `after`. */
function pathIn(name: string): string {
  const isWrapped =
    name.length > limits.customPathMaxLength && name.startsWith(WRAP_BEFORE) && name.endsWith(WRAP_AFTER);
  return isWrapped ? name.slice(WRAP_BEFORE.length, -WRAP_AFTER.length) : name;
}
