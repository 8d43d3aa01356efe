import { randomKey } from '../../http/random-key.js';
import { useEffect, useEffectEvent, useState } from 'react';
import { limits } from '@haru/contracts';

/** What is being written, until it is published. */
export type Draft = Record<'html' | 'customPath', string>;

/** One publication: tries of the same content carry the same key, also after a reload. */
type Attempt = Draft & { key: string };

export const emptyDraft: Draft = { html: '', customPath: '' };

const HTML_KEY = 'haru-draft-html';
const PATH_KEY = 'haru-draft-path';
const ATTEMPT_KEY = 'haru-draft-attempt';
const SAVE_DELAY_MS = 400;

/** The draft of this tab, which survives a reload. */
export function loadDraft(): Draft {
  return { html: load(HTML_KEY), customPath: load(PATH_KEY) };
}

/** Keeps the draft in this tab's storage. */
export function useSavedDraft(draft: Draft) {
  const [attempt, setAttempt] = useState<Attempt | undefined>(() => loadAttempt(draft));

  useEffect(() => {
    const save = () => saveDraft(draft);
    const timer = window.setTimeout(save, SAVE_DELAY_MS);
    window.addEventListener('pagehide', save);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [draft]);

  // The other view may be opened within the delay, and its way back leads here.
  const saveNow = useEffectEvent(() => saveDraft(draft));
  useEffect(() => () => saveNow(), []);

  return {
    /** The key to publish the draft with. */
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
    },
  };
}

function loadAttempt(draft: Draft): Attempt | undefined {
  const key = load(ATTEMPT_KEY);
  return key === '' ? undefined : { ...draft, key };
}

const isSame = (one: Draft, other: Draft): boolean => one.html === other.html && one.customPath === other.customPath;

/** A stored attempt belongs to the stored draft, so saving another draft forgets it. */
function saveDraft(draft: Draft): void {
  if (isSame(loadDraft(), draft)) return;
  store(ATTEMPT_KEY, '');
  // More than this can never be published, and would fill the tab's storage.
  store(HTML_KEY, draft.html.length > limits.htmlMaxBytes ? '' : draft.html);
  store(PATH_KEY, draft.customPath);
}

/** Storage may be forbidden or full. The draft then lives as long as the page does. */
function store(key: string, value: string): void {
  try {
    if (value === '') window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, value);
  } catch {
    removeQuietly(key);
  }
}

/** A stale draft would be worse than none. */
function removeQuietly(key: string): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Forbidden altogether: nothing is stored.
  }
}

function load(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
