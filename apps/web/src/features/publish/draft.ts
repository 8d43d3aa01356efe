import { DAY_MS, limits, type PageFormat } from '@haru/contracts';
import { draftStore } from '../site/draft-store.js';
import { browserStore, tabStore } from '../../http/browser-storage.js';
import { useDelayedSave } from '../site/delayed-save.js';

/** An empty member is the usual: HTML, a path that the server chooses, the default lifetime, a page that all see. */
export type Draft = Record<'html' | 'format' | 'customPath' | 'lifetime' | 'visibility', string>;

/** An unknown format counts as HTML, because other releases may have written the draft. */
export const draftFormat = ({ format }: Pick<Draft, 'format'>): PageFormat =>
  format === 'markdown' || format === 'component' ? format : 'html';

const rest = { format: '', customPath: '', lifetime: '', visibility: '' };

export const emptyDraft: Draft = { html: '', ...rest };

/** It survives a reload. */
const ofTab = draftStore(tabStore, 'haru-draft', rest);

/** It survives the end of the tab. `at` is when it was written, in milliseconds since 1970. */
const ofBrowser = draftStore(browserStore, 'haru-current-draft', { ...rest, at: 0 });

const MAX_AGE_MS = 7 * DAY_MS;

export function loadDraft(): Draft {
  const { key: _key, ...draft } = { key: '', ...(ofTab.load() ?? emptyDraft) };
  return draft;
}

/** Returns the draft of an earlier visit in the last week, and when it was written. The first typed text replaces it. */
export function loadLastDraft(): { draft: Draft; at: number } | undefined {
  const { at, ...draft } = ofBrowser.load() ?? { ...emptyDraft, at: 0 };
  return Date.now() - at < MAX_AGE_MS ? { draft, at } : undefined;
}

export const forgetLastDraft = ofBrowser.forget;

export function useSavedDraft(draft: Draft) {
  // It is saved even if the other view is opened within the delay, because that view leads back here.
  useDelayedSave(draft, () => save(draft));
  return {
    idempotencyKey: (isOther: boolean): string => ofTab.keyOfTry(withoutTooLarge(draft), isOther),
    forgetDraft: () => save(emptyDraft),
  };
}

function save(draft: Draft): void {
  const before = loadDraft();
  if (Object.entries(before).every(([name, value]) => value === draft[name as keyof Draft])) return;
  const kept = withoutTooLarge(draft);
  ofTab.save(kept);
  if (kept.html.trim() !== '') ofBrowser.save({ ...kept, at: Date.now() });
  // Another tab may have saved its own draft.
  else if (ofBrowser.load()?.html === before.html) ofBrowser.forget();
}

/** More than this can never be published, and would fill the storage that the session is in. */
const withoutTooLarge = (draft: Draft): Draft =>
  draft.html.length > limits.htmlMaxBytes ? { ...draft, html: '' } : draft;
