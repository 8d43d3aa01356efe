import { limits, type PageFormat } from '@haru/contracts';
import { draftStore } from '../../site/draft-store.js';
import { browserStore, tabStore, useDelayedSave } from '../../site/tab-storage.js';

/**
 * An empty `format` means HTML, an empty `noindex` a page that search engines may show, an empty `lifetime` the default,
 * an empty `visibility` a public page.
 */
export type Draft = Record<'html' | 'format' | 'customPath' | 'noindex' | 'lifetime' | 'visibility', string>;

/** An unknown format counts as HTML, because other releases may have written the draft. */
export const draftFormat = ({ format }: Pick<Draft, 'format'>): PageFormat =>
  format === 'markdown' || format === 'component' ? format : 'html';

const rest = { format: '', customPath: '', noindex: '', lifetime: '', visibility: '' };
/** `at` is when it was written, in milliseconds since 1970. */
const datedRest = { ...rest, at: 0 };

export const emptyDraft: Draft = { html: '', ...rest };

/** It survives a reload. */
const ofTab = draftStore(tabStore, 'haru-draft', rest);

/** They survive the end of the tab under two names: a new text must not replace a draft that is still offered. */
const present = draftStore(browserStore, 'haru-current-draft', datedRest);
export const lastDraft = draftStore(browserStore, 'haru-last-draft', datedRest);

export function loadDraft(): Draft {
  const { html, format, customPath, noindex, lifetime, visibility } = ofTab.load() ?? emptyDraft;
  return { html, format, customPath, noindex, lifetime, visibility };
}

/** Separates an earlier visit's draft from the text that is typed next. @returns whether there was one */
export function moveCurrentToLastDraft(): boolean {
  const current = present.load();
  if (current) {
    lastDraft.save(current);
    present.forget();
  }
  return lastDraft.load() !== undefined;
}

export function useSavedDraft(draft: Draft) {
  // It is saved even if the other view is opened within the delay, because that view leads back here.
  useDelayedSave(draft, () => save(draft));
  return {
    idempotencyKey: (): string => ofTab.keyOfTry(withoutTooLarge(draft)),
    forgetDraft: () => {
      save(emptyDraft);
      // A published draft need not be offered.
      if (lastDraft.load()?.html === draft.html) lastDraft.forget();
    },
  };
}

function save(draft: Draft): void {
  if (Object.entries(loadDraft()).every(([name, value]) => value === draft[name as keyof Draft])) return;
  const kept = withoutTooLarge(draft);
  ofTab.save(kept);
  if (kept.html.trim() === '') present.forget();
  else present.save({ ...kept, at: Date.now() });
}

/** More than this can never be published, and would fill the storage that the session is in. */
const withoutTooLarge = (draft: Draft): Draft =>
  draft.html.length > limits.htmlMaxBytes ? { ...draft, html: '' } : draft;
