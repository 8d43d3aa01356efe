import { findInScripts } from '@haru/page-html';

/** In the sandbox of the shared host these fail, or forget what they keep when the page is closed. */
const names = /\b(?:localStorage|sessionStorage|indexedDB|caches|serviceWorker|Worker|SharedWorker|pushState)\b/;

/** Whether the page's own scripts name what works only on an origin of the page's own. */
export function needsOwnOrigin(html: string): boolean {
  const { inPage, frames } = findInScripts(html, { names, countsLoaders: false });
  return inPage || frames.length > 0;
}
