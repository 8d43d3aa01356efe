import { limits } from '@haru/contracts';
import { loadFromBrowser as load, storeInBrowser as store } from '../../sites/tab-storage.js';

/** A draft is kept until it is published. `noindex` is empty where search engines may show the page. */
export type Draft = Record<'html' | 'customPath' | 'noindex', string>;

export interface KeptDraft extends Draft {
  /** When it was written, in milliseconds since 1970. */
  at: number;
}

/**
 * The present draft and that of an earlier visit have keys of their own: a new text must not replace one that is
 * still offered.
 */
const CURRENT_KEY = 'haru-current-draft';
const LAST_KEY = 'haru-last-draft';

/** Keeps a draft beyond the end of its tab. */
export function keepDraft({ html, customPath, noindex }: Draft): void {
  // More than this can never be published, and would fill the storage that the session is in.
  const isKept = html.trim() !== '' && html.length <= limits.htmlMaxBytes;
  store(CURRENT_KEY, isKept ? JSON.stringify({ html, customPath, noindex, at: Date.now() } satisfies KeptDraft) : '');
}

/**
 * Separates the draft of an earlier visit, in a tab that starts empty, from the text that is typed next.
 * @returns whether there was such a draft
 */
export function moveCurrentToLastDraft(): boolean {
  const current = load(CURRENT_KEY);
  if (current !== '') {
    store(LAST_KEY, current);
    store(CURRENT_KEY, '');
  }
  return loadLastDraft() !== '';
}

/** Returns JSON; empty if there is none. */
export const loadLastDraft = (): string => load(LAST_KEY);

export const forgetLastDraft = (): void => store(LAST_KEY, '');

/** A published draft need not be offered. */
export function forgetIfLastDraft(html: string): void {
  if (loadLastDraft().startsWith(`{"html":${JSON.stringify(html)},`)) forgetLastDraft();
}
