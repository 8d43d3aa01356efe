export type HostKind = 'shared' | 'own';

/**
 * Every answer of the shared pages host has it. Published pages are untrusted programs on one host: without
 * `allow-same-origin` each document gets an opaque origin, with no access to cookies, storage or service workers. There
 * is no `Cross-Origin-Opener-Policy` here, because browsers refuse a sandboxed document that has one; the app's own
 * pages have it instead.
 */
export const PAGE_SANDBOX =
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads ' +
  'allow-pointer-lock allow-top-navigation-by-user-activation';

/**
 * Every answer of a page's own host (`VIEWER_ORIGIN_PATTERN`) has it: nothing of the app is there, so the page may keep
 * its origin, and with it storage. The rest of the sandbox stays: in a frame it navigates the top only when the visitor
 * acts.
 */
const OWN_ORIGIN_SANDBOX = `${PAGE_SANDBOX} allow-same-origin`;

// An untrusted page must not request payments and credentials. The list has only
// names that Chromium knows: it warns of any other one in the console of each page.
const closedEverywhere =
  'identity-credentials-get otp-credentials payment publickey-credentials-create publickey-credentials-get'.split(' ');
// The browser's permission prompt names the host. On the shared host that does not identify the page.
const closedOnSharedHost =
  'camera display-capture geolocation hid microphone midi serial usb xr-spatial-tracking'.split(' ');

const REFERRER_POLICY = 'strict-origin-when-cross-origin';

const headersWith = (
  sandbox: string,
  closedFeatures: readonly string[],
  referrerPolicy = REFERRER_POLICY,
): readonly string[] => [
  ...['Content-Security-Policy', sandbox],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', referrerPolicy],
  ...['Permissions-Policy', closedFeatures.map((feature) => `${feature}=()`).join(', ')],
];

const closedFeatures = [...closedEverywhere, ...closedOnSharedHost].sort();

/** These are for the shared pages host: names and values in turn, as `writeHead` takes them. */
export const securityHeaders = headersWith(PAGE_SANDBOX, closedFeatures);

/** The address of a preview is secret. */
export const previewSecurityHeaders = headersWith(PAGE_SANDBOX, closedFeatures, 'no-referrer');

/** These are for a preview of an old version, whose address is secret. It is sandboxed also on a host of its own. */
export const previewHeaders: readonly string[] = [
  ...previewSecurityHeaders,
  ...['Content-Type', 'text/html; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  ...['X-Robots-Tag', 'noindex'],
];

export function framedByApp(headers: readonly string[], appOrigin: string): readonly string[] {
  return headers.map((value) => (value === PAGE_SANDBOX ? `${value}; frame-ancestors ${appOrigin}` : value));
}

/**
 * These are for the notice before a page under review. It has no script, and keeps its origin, so that pressing its
 * button differs from a form that another page sends.
 */
export const noticeHeaders: readonly string[] = [
  ...headersWith(
    "sandbox allow-forms allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'; " +
      "style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
    closedFeatures,
    // With no referrer, browsers without `Sec-Fetch-Site` would send the form with an opaque origin.
    'same-origin',
  ),
  ...['Content-Type', 'text/html; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  ...['X-Robots-Tag', 'noindex'],
];

/** They key the page by its origin, so that two pages cannot share one by setting `document.domain`. */
export const ownOriginHeaders: readonly string[] = [
  ...headersWith(OWN_ORIGIN_SANDBOX, closedEverywhere),
  'Origin-Agent-Cluster',
  '?1',
];

/** The address of the page must not reach others: these headers are for pages that are not public. */
export function withoutReferrer(headers: readonly string[]): readonly string[] {
  return headers.map((value) => (value === REFERRER_POLICY ? 'no-referrer' : value));
}

/** Chromium shows no PDF in a sandbox. Its viewer isolates the scripts of a PDF from every origin. */
export const ownPdfHeaders: readonly string[] = ownOriginHeaders.slice(2);

/**
 * While a page is not shown to everybody, its own host has browsers delete what the page stored, and its service
 * workers. Without them a visitor would go on seeing the page.
 */
export const clearSiteData: readonly string[] = ['Clear-Site-Data', '"cache", "storage"'];
