import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

type Area = 'sessionStorage' | 'localStorage';

/** The browser keeps these texts. Storage may be forbidden or full; the text then lasts as long as the page does. */
const textStore = (area: Area) => ({
  store: (key: string, value: string): void => {
    try {
      if (value === '') window[area].removeItem(key);
      else window[area].setItem(key, value);
    } catch {
      removeQuietly(area, key);
    }
  },
  /** Returns '' where nothing is stored. */
  load: (key: string): string => {
    try {
      return window[area].getItem(key) ?? '';
    } catch {
      return '';
    }
  },
});

/** Removes the text, because an outdated one would be worse than none. */
function removeQuietly(area: Area, key: string): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Storage is forbidden altogether: nothing is stored.
  }
}

/** It is for this tab. */
export const { store: storeInTab, load: loadFromTab } = textStore('sessionStorage');

/** It is for all tabs, until the browser's data is cleared. */
export const { store: storeInBrowser, load: loadFromBrowser } = textStore('localStorage');

const SAVE_DELAY_MS = 400;

/** Saves a moment after `text` has changed, and when the page or the screen is left within it. */
export function useDelayedSave(text: unknown, save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const now = () => saveNow();
    const timer = window.setTimeout(now, SAVE_DELAY_MS);
    window.addEventListener('pagehide', now);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', now);
    };
  }, [text]);
  // An editor inside still has its text in this phase.
  useLayoutEffect(() => () => saveNow(), []);
}
