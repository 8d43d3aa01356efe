import { escapeHtml, type OwnOrigins, type SiteAbsenceCode, siteAbsenceStatus } from '@haru/contracts';
import { LRUCache } from 'lru-cache';
import { errorScreenScript } from './error-screen-script.js';
import {
  expiredText,
  missingPathText,
  screenTexts,
  ownerCodes,
  screenWords,
  transientCodes,
  type ScreenCode,
  type ScreenText,
} from './error-texts.js';
import { clearSiteData, ownOriginHeaders, securityHeaders } from '../headers/page-security.js';
import { screenDocument } from './screen-document.js';

/** It is an error screen, ready to be sent. Headers are names and values in turn. */
export interface ErrorScreen {
  status: number;
  headers: string[];
  body: Buffer;
  /** It is for requests other than navigations, such as a page's missing image. */
  brief: { headers: string[]; body: Buffer };
}

export type ErrorScreens = Record<ScreenCode | 'PATH_MISSING' | 'FILE_NOT_FOUND' | 'NOT_ACCEPTABLE', ErrorScreen>;

interface ScreenOptions {
  text?: ScreenText;
  /** It is true when there may be a page that is published. */
  offersReport?: boolean;
  /** It is true when visitors must not see the page: then what it stored in their browsers must go, too. */
  clears?: boolean;
  /** It is true for a file: on the shared host scripts have an opaque origin, and could not read the status otherwise. */
  isReadable?: boolean;
}

/**
 * Makes all error screens once. They load nothing, work without scripts, and stay under 10 KB.
 * @param origin of the app and its API
 * @param ownOrigins given for the screens of the pages' own hosts
 */
export function errorScreens(origin: string, ownOrigins?: OwnOrigins): ErrorScreens {
  const screen = (status: number, code: ScreenCode, options?: ScreenOptions) =>
    screenOf({ origin, ownOrigins, status, code }, options);
  const unavailable = (code: SiteAbsenceCode, options?: ScreenOptions) =>
    screen(siteAbsenceStatus[code], code, options);
  return {
    SITE_NOT_FOUND: unavailable('SITE_NOT_FOUND', { clears: true }),
    PATH_MISSING: unavailable('SITE_NOT_FOUND', { text: missingPathText }),
    FILE_NOT_FOUND: unavailable('SITE_NOT_FOUND', { offersReport: true, isReadable: true }),
    SITE_EXPIRED: unavailable('SITE_EXPIRED', { clears: true }),
    PREVIEW_EXPIRED: screen(410, 'PREVIEW_EXPIRED'),
    SITE_STOPPED: unavailable('SITE_STOPPED', { clears: true }),
    FETCH_ERROR: screen(503, 'FETCH_ERROR', { offersReport: true }),
    UNKNOWN_ERROR: screen(503, 'UNKNOWN_ERROR', { offersReport: true }),
    NOT_ACCEPTABLE: screen(406, 'UNKNOWN_ERROR'),
  };
}

/** An expired page may get as many requests as a live one; a screen takes some 10 KB. */
const EXPIRED_SCREENS_MAX = 100;

/** Makes the screens of expired pages with their times. 再試行 shows the same. */
export class ExpiredScreens {
  private readonly made: LRUCache<number, ErrorScreen>;

  constructor(origin: string, ownOrigins?: OwnOrigins) {
    const site = { origin, ownOrigins, status: siteAbsenceStatus.SITE_EXPIRED, code: 'SITE_EXPIRED' } as const;
    const make = (time: number) => screenOf(site, { text: expiredText(new Date(time)), clears: true });
    this.made = new LRUCache({ max: EXPIRED_SCREENS_MAX, memoMethod: make });
  }

  at(expiresAt: Date): ErrorScreen {
    return this.made.memo(expiresAt.getTime());
  }
}

interface ScreenKind {
  origin: string;
  ownOrigins: OwnOrigins | undefined;
  status: number;
  code: ScreenCode;
}

function screenOf(
  { origin, ownOrigins, status, code }: ScreenKind,
  { text = screenTexts[code], offersReport = false, clears = false, isReadable = false }: ScreenOptions = {},
): ErrorScreen {
  const body = Buffer.from(page(origin, code, text, offersReport, ownOrigins));
  const brief = Buffer.from(`${code}: ${text.title}\n`);
  const headersOf = (type: string, { length }: Buffer): string[] => [
    ...['Content-Type', `text/${type}; charset=utf-8`],
    ...['Content-Length', String(length)],
    ...['Cache-Control', 'no-store'],
    ...['X-Robots-Tag', 'noindex'],
    ...(status === 503 ? ['Retry-After', '5'] : []),
    ...(ownOrigins ? ownOriginHeaders : securityHeaders),
  ];
  const forScripts = isReadable && !ownOrigins ? ['Access-Control-Allow-Origin', '*'] : [];
  return {
    status,
    headers: [...headersOf('html', body), ...(clears && ownOrigins ? clearSiteData : [])],
    body,
    brief: { headers: [...headersOf('plain', brief), ...forScripts], body: brief },
  };
}

/** The script of a screen would send a part of the address to the API. The address of a preview is secret. */
const withoutScript: Partial<Record<string, string>> = {
  'Content-Security-Policy': 'sandbox allow-forms allow-top-navigation-by-user-activation',
  'Referrer-Policy': 'no-referrer',
};

export function withoutScripts(screens: ErrorScreens): ErrorScreens {
  const changed = Object.entries(screens).map(([name, screen]: [string, ErrorScreen]) => {
    const headers = screen.headers.map((value, at) => withoutScript[screen.headers[at - 1] ?? ''] ?? value);
    return [name, { ...screen, headers }];
  });
  return Object.fromEntries(changed) as ErrorScreens;
}

function page(
  origin: string,
  code: ScreenCode,
  text: ScreenText,
  offersReport: boolean,
  ownOrigins?: OwnOrigins,
): string {
  // Without scripts the form requests the same address again, which is also a retry.
  const isTransient = transientCodes.includes(code);
  const retry = `<form id="retry"><button>${screenWords.retry}</button></form>`;
  const home = `<a class="home" href="${escapeHtml(origin)}/" target="_top">${screenWords.home}</a>`;
  // The script adds the path. Without scripts the app's screen asks for the address.
  const report = `<a id="report" class="quiet" href="${escapeHtml(origin)}/report" target="_top">${screenWords.report}</a>`;
  const own = `<a class="quiet" href="${escapeHtml(origin)}/?view=dashboard" target="_top">${screenWords.dashboard}</a>`;
  const brand = `<p class="brand" aria-hidden="true">${screenWords.seal}</p>`;
  const body = `<main id="problem"${isTransient ? '' : ' class="final"'}>
${brand}
<h1 id="title">${text.title}</h1>
<div role="alert">
<p id="happened">${text.happened}</p>
<p id="advice">${text.advice}</p>
</div>
<div class="actions">
${(isTransient ? [retry, home] : [home, retry]).join('\n')}
</div>
${offersReport ? report : ''}${ownerCodes.includes(code) ? own : ''}
<p class="code">${screenWords.code}：<code id="code">${code}</code></p>
</main>
<main id="loading" hidden>${brand}<p role="status">${screenWords.loading}</p></main>
<script>${errorScreenScript(origin, code, ownOrigins)}</script>`;
  return screenDocument(text.title, body);
}
