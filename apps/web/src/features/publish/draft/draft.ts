import { randomKey } from '../../../http/random-id.js';
import { useState } from 'react';
import { limits } from '@haru/contracts';
import { forgetIfLastDraft, keepDraft, type Draft } from './kept-draft.js';
import { loadFromTab as load, storeInTab as store, useDelayedSave } from '../../sites/tab-storage.js';

/** Tries of the same content have the same key, also after a reload. */
type Attempt = Draft & { key: string };

export const emptyDraft: Draft = { html: '', customPath: '', noindex: '' };

const HTML_KEY = 'haru-draft-html';
const PATH_KEY = 'haru-draft-path';
const NOINDEX_KEY = 'haru-draft-noindex';
const ATTEMPT_KEY = 'haru-draft-attempt';

/** Returns the draft of this tab, which survives a reload. */
export function loadDraft(): Draft {
  return { html: load(HTML_KEY), customPath: load(PATH_KEY), noindex: load(NOINDEX_KEY) };
}

/** Keeps the draft in this tab's storage. */
export function useSavedDraft(draft: Draft) {
  const [attempt, setAttempt] = useState<Attempt | undefined>(() => loadAttempt(draft));

  // It is saved even if the other view is opened within the delay, because that view leads back here.
  useDelayedSave(draft, () => saveDraft(draft));

  return {
    /** Returns the key to publish the draft with. */
    idempotencyKey: (): string => {
      const next = attempt && isSame(attempt, draft) ? attempt : { ...draft, key: randomKey() };
      setAttempt(next);
      saveDraft(draft);
      store(ATTEMPT_KEY, next.key);
      return next.key;
    },
    forgetDraft: () => {
      setAttempt(undefined);
      saveDraft(emptyDraft);
      forgetIfLastDraft(draft.html);
    },
  };
}

function loadAttempt(draft: Draft): Attempt | undefined {
  const key = load(ATTEMPT_KEY);
  return key === '' ? undefined : { ...draft, key };
}

const isSame = (one: Draft, other: Draft): boolean =>
  one.html === other.html && one.customPath === other.customPath && one.noindex === other.noindex;

/** A stored attempt belongs to the stored draft, so saving another draft forgets it. */
function saveDraft(draft: Draft): void {
  if (isSame(loadDraft(), draft)) return;
  store(ATTEMPT_KEY, '');
  // More than this can never be published, and would fill the tab's storage.
  store(HTML_KEY, draft.html.length > limits.htmlMaxBytes ? '' : draft.html);
  store(PATH_KEY, draft.customPath);
  store(NOINDEX_KEY, draft.noindex);
  keepDraft(draft);
}
