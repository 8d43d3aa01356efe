import { findInScripts, mayBeInScripts, type NamedInScripts } from '@haru/page-html';

/**
 * The second half alone also counts when it begins a text or ends a template: `'local' + 'Storage'`. The shim also
 * handles the two calls that WebKit refuses. Code from elsewhere may use them.
 */
const searched = { names: /(?:local|session|['"`}])Storage|(?:push|replace)State/, countsLoaders: true };

/** Finds where a page may use `localStorage`, `sessionStorage`, `pushState` or `replaceState`. */
export function readStorageUse(html: string): NamedInScripts {
  return findInScripts(html, searched);
}

/** This is a quick search: false is certain. */
export function mayUseStorage(html: string): boolean {
  return mayBeInScripts(html, searched);
}
