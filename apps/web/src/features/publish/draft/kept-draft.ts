import { limits } from '@haru/contracts';
import { loadFromBrowser as load, storeInBrowser as store } from '../../sites/tab-storage.js';

/** What is being written, until it is published. `noindex` is empty where search engines may show the page. */
export type Draft = Record<'html' | 'customPath' | 'noindex', string>;

export interface KeptDraft extends Draft {
  /** When it was written, in milliseconds. */
  at: number;
}

/** What is written now, and what an earlier visit left: a new text must not replace one that is still offered. */
const CURRENT_KEY = 'haru-current-draft';
const LAST_KEY = 'haru-last-draft';

/** Keeps a draft beyond the end of its tab. */
export function keepDraft({ html, customPath, noindex }: Draft): void {
  // More than this can never be published, and would fill the storage that the session is in.
  const isKept = html.trim() !== '' && html.length <= limits.htmlMaxBytes;
  store(CURRENT_KEY, isKept ? JSON.stringify({ html, customPath, noindex, at: Date.now() } satisfies KeptDraft) : '');
}

/**
 * For a tab that starts empty: what an earlier visit left is not changed any more by what is written.
 * @returns whether it left anything
 */
export function setLastDraftAside(): boolean {
  const current = load(CURRENT_KEY);
  if (current !== '') {
    store(LAST_KEY, current);
    store(CURRENT_KEY, '');
  }
  return loadLastDraft() !== '';
}

/** As JSON; empty if there is none. */
export const loadLastDraft = (): string => load(LAST_KEY);

export const forgetLastDraft = (): void => store(LAST_KEY, '');

/** Published, it need not be offered. */
export function forgetIfLastDraft(html: string): void {
  if (loadLastDraft().startsWith(`{"html":${JSON.stringify(html)},`)) forgetLastDraft();
}
