import { customPathPattern, limits } from '../limits.js';

/** A host in the domain of pages names one of these. */
export type OwnOriginRole = { kind: 'page'; path: string } | { kind: 'preview'; name: string } | { kind: 'no-page' };

const NO_PAGE: OwnOriginRole = { kind: 'no-page' };

/** DNS and certificates accept this in one label; `--` in third place is reserved for encoded names such as `xn--`. */
const labelPattern = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const patternPattern = /^(https?):\/\/([a-z0-9-]*)\{path\}([a-z0-9-]*(?:\.[a-z0-9-]+)+)(:\d{1,5})?\/?$/i;

/**
 * These surround a path that is no label by itself (`abc-`, `-abc`, `ab--c`). The result is longer than any path, so it
 * cannot be another page's, and it stays readable.
 */
const WRAP_BEFORE = 'page-with-the-path-';
const WRAP_AFTER = '-0';

/** A preview of files has a host of its own. Its name is secret, and longer than any path. */
const PREVIEW = 'preview-';
const previewNamePattern = /^[a-z0-9]{32}$/;

/** Each page has one origin, made from a pattern such as `https://{path}.pages.example`. */
export class OwnOrigins {
  /** A host's name has these before and after the path. They are in lower case. */
  readonly before: string;
  readonly after: string;
  private readonly scheme: string;
  /** The form is `:8443`; it is empty for the scheme's own port. */
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

  /** The page is shown at this origin. It is undefined for a text that is no site's path. */
  originOf(path: string): string | undefined {
    if (!customPathPattern.test(path)) return undefined;
    const name = this.isLabel(path) ? path : WRAP_BEFORE + path + WRAP_AFTER;
    if (!this.isLabel(name)) return undefined;
    return `${this.scheme}://${this.before}${name}${this.after}${this.port}`;
  }

  /** @param name 32 lower-case letters or digits */
  previewOriginOf(name: string): string {
    return `${this.scheme}://${this.before}${PREVIEW}${name}${this.after}${this.port}`;
  }

  /**
   * Classifies a host among them; undefined for one that is elsewhere.
   * @param name in lower case, without the dot of the root
   * @param isRooted the name ended in that dot
   */
  roleOf(name: string, port: string, isRooted: boolean): OwnOriginRole | undefined {
    if (!name.startsWith(this.before) || !name.endsWith(this.after)) return undefined;
    const isItsPort =
      (port === '' ? '' : `:${port}`) === this.port || (this.port === '' && `:${port}` === this.schemePort);
    if (isRooted || !isItsPort) return NO_PAGE;
    const label = name.slice(this.before.length, -this.after.length);
    const preview = label.startsWith(PREVIEW) ? label.slice(PREVIEW.length) : '';
    if (previewNamePattern.test(preview)) return { kind: 'preview', name: preview };
    const path = pathIn(label);
    // One page has one host: a valid label is not wrapped.
    const isItsName = this.originOf(path) === `${this.scheme}://${name}${this.port}`;
    return isItsName ? { kind: 'page', path } : NO_PAGE;
  }

  get domain(): string {
    return this.after.slice(this.after.indexOf('.') + 1);
  }

  /** This source in a `Content-Security-Policy` covers them all. */
  get source(): string {
    return `${this.scheme}://*.${this.domain}${this.port}`;
  }

  /** This is an address in that domain, to compare with others. */
  get domainUrl(): URL {
    return new URL(`${this.scheme}://${this.domain}${this.port}`);
  }

  /** A script on a page's host reads its path with this expression; the host's name is in `variable`. */
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

/** Returns the path in the text between `before` and `after`. */
function pathIn(name: string): string {
  const isWrapped =
    name.length > limits.customPathMaxLength && name.startsWith(WRAP_BEFORE) && name.endsWith(WRAP_AFTER);
  return isWrapped ? name.slice(WRAP_BEFORE.length, -WRAP_AFTER.length) : name;
}
