import { z } from 'zod';
import { OwnOrigins } from './own-origins.js';
import { ownOriginsFor, type OwnOriginsFor, PageAddresses } from './page-addresses.js';

const pagesOrigin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) origin: scheme, host and port only' })
  .transform((url) => new URL(url).origin);

const ownOriginPattern = z
  .string()
  .optional()
  .transform((pattern, context): string | undefined => {
    const fault = pattern ? patternFault(pattern) : undefined;
    if (fault === undefined) return pattern || undefined;
    context.addIssue(fault);
    return z.NEVER;
  });

/** Each app's environment has these variables about the addresses of pages; `refinePageAddresses` compares them. */
export const pageAddressesEnv = {
  /** This is the host of pages: another registrable domain than the app's, or another port of this machine. */
  PAGES_ORIGIN: pagesOrigin,
  /** It gives pages origins of their own, as in `https://{path}.pages.example`; then storage works in them. */
  VIEWER_ORIGIN_PATTERN: ownOriginPattern,
  /** With `needed` only pages have one whose scripts need it. */
  OWN_ORIGINS_FOR: z.enum(ownOriginsFor).default('all'),
};

interface PageAddressesEnv {
  PUBLIC_ORIGIN: string;
  PAGES_ORIGIN: string;
  VIEWER_ORIGIN_PATTERN?: string | undefined;
  OWN_ORIGINS_FOR?: OwnOriginsFor | undefined;
}

export function pageAddressesOf(env: PageAddressesEnv): PageAddresses {
  return new PageAddresses({
    appOrigin: env.PUBLIC_ORIGIN,
    pagesOrigin: env.PAGES_ORIGIN,
    pattern: env.VIEWER_ORIGIN_PATTERN,
    ownOriginsFor: env.OWN_ORIGINS_FOR,
  });
}

/** Use it in `superRefine` of an environment: it stops a start in which pages could pass for the app. */
export function refinePageAddresses(env: PageAddressesEnv, context: z.core.$RefinementCtx): void {
  // Malformed values are reported separately by then, so nothing more is compared.
  if (![env.PUBLIC_ORIGIN, env.PAGES_ORIGIN].every((origin) => /^https?:/.test(origin) && URL.canParse(origin))) return;
  for (const { variable, message } of pageAddressFaults(pageAddressesOf(env))) {
    context.addIssue({ code: 'custom', path: [variable], message });
  }
}

interface Fault {
  variable: 'PAGES_ORIGIN' | 'VIEWER_ORIGIN_PATTERN';
  message: string;
}

function pageAddressFaults({ appOrigin, pagesOrigin, ownOrigins }: PageAddresses): Fault[] {
  const [app, pages] = [new URL(appOrigin), new URL(pagesOrigin)];
  const faults: Fault[] = [];
  if (areRelated(app, pages)) {
    faults.push({ variable: 'PAGES_ORIGIN', message: `must not be on, above or below the app's host, ${app.host}` });
  }
  if (!ownOrigins) return faults;
  if (areRelated(app, ownOrigins.domainUrl)) {
    const message = `must not be on, above or below the app's host, ${app.host}`;
    faults.push({ variable: 'VIEWER_ORIGIN_PATTERN', message });
  }
  if (ownOrigins.roleOf(pages.hostname, pages.port, false)) {
    faults.push({
      variable: 'VIEWER_ORIGIN_PATTERN',
      message: `must not cover the host of PAGES_ORIGIN, ${pages.host}`,
    });
  }
  return faults;
}

/** One host is the other or below it. On this machine another port is enough, because there is no other host. */
function areRelated(one: URL, other: URL): boolean {
  if (isLoopback(one) && isLoopback(other) && one.port !== other.port) return false;
  const [a, b] = [nameOf(one), nameOf(other)];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** These are `localhost` and what is below it (RFC 6761), 127.0.0.0/8 and ::1. */
export function isLoopback(url: URL): boolean {
  const name = nameOf(url);
  return name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name) || /^(.+\.)?localhost$/.test(name);
}

function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

function patternFault(pattern: string): string | undefined {
  try {
    new OwnOrigins(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
