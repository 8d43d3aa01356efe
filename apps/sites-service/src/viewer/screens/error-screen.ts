import { type OwnOrigins, type SiteAbsenceCode, siteAbsenceStatus } from '@haru/contracts';
import { errorScreenScript } from './error-screen-script.js';
import { errorScreenStyle } from './error-screen-style.js';
import { missingPathText, screenTexts, screenWords, type ScreenCode, type ScreenText } from './error-texts.js';
import { ownOriginHeaders, securityHeaders } from '../headers/page-security.js';

/** An error screen, ready to be sent. Headers are names and values in turn. */
export interface ErrorScreen {
  status: number;
  headers: string[];
  body: Buffer;
  /** The same for other requests than navigations, such as a page's missing image. */
  brief: { headers: string[]; body: Buffer };
}

export type ErrorScreens = Record<ScreenCode | 'PATH_MISSING' | 'NOT_ACCEPTABLE', ErrorScreen>;

/** The screens of the shared pages host, and of the pages' own hosts where there are any. */
export function screensOf(origin: string, ownOrigins?: OwnOrigins): { shared: ErrorScreens; own: ErrorScreens } {
  const shared = errorScreens(origin);
  return { shared, own: ownOrigins ? errorScreens(origin, ownOrigins) : shared };
}

/**
 * All error screens, made once. They load nothing, work without scripts, and stay under 10 KB.
 * @param origin where the app and its API are
 * @param ownOrigins given for the screens of the pages' own hosts
 */
export function errorScreens(origin: string, ownOrigins?: OwnOrigins): ErrorScreens {
  const screen = (status: number, code: ScreenCode, text = screenTexts[code]): ErrorScreen => {
    const body = Buffer.from(page(origin, code, text, ownOrigins));
    const brief = Buffer.from(`${code}: ${text.title}\n`);
    const headersOf = (type: string, { length }: Buffer): string[] => [
      ...['Content-Type', `text/${type}; charset=utf-8`],
      ...['Content-Length', String(length)],
      ...['Cache-Control', 'no-store'],
      ...['X-Robots-Tag', 'noindex'],
      ...(status === 503 ? ['Retry-After', '5'] : []),
      ...(ownOrigins ? ownOriginHeaders : securityHeaders),
    ];
    return {
      status,
      headers: headersOf('html', body),
      body,
      brief: { headers: headersOf('plain', brief), body: brief },
    };
  };
  const absence = (code: SiteAbsenceCode, text?: ScreenText) => screen(siteAbsenceStatus[code], code, text);
  return {
    SITE_NOT_FOUND: absence('SITE_NOT_FOUND'),
    PATH_MISSING: absence('SITE_NOT_FOUND', missingPathText),
    SITE_EXPIRED: absence('SITE_EXPIRED'),
    SITE_STOPPED: absence('SITE_STOPPED'),
    FETCH_ERROR: screen(503, 'FETCH_ERROR'),
    UNKNOWN_ERROR: screen(503, 'UNKNOWN_ERROR'),
    NOT_ACCEPTABLE: screen(406, 'UNKNOWN_ERROR'),
  };
}

function page(origin: string, code: ScreenCode, text: ScreenText, ownOrigins?: OwnOrigins): string {
  // Without scripts the form requests the same address again, which is also a retry.
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.title}</title>
<style>${errorScreenStyle}</style>
</head>
<body>
<main id="problem">
<h1 id="title">${text.title}</h1>
<div role="alert">
<p id="happened">${text.happened}</p>
<p id="advice">${text.advice}</p>
</div>
<div class="actions">
<form id="retry"><button>${screenWords.retry}</button></form>
<a class="home" href="${escapeAttribute(origin)}/" target="_top">${screenWords.home}</a>
</div>
<p class="code">${screenWords.code}: <code id="code">${code}</code></p>
</main>
<main id="loading" hidden><p role="status">${screenWords.loading}</p></main>
<script>${errorScreenScript(origin, ownOrigins)}</script>
</body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
