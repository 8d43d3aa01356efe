import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

type Area = 'sessionStorage' | 'localStorage';

/** Texts kept by the browser. Storage may be forbidden or full; the text then lives as long as the page does. */
const textStore = (area: Area) => ({
  store: (key: string, value: string): void => {
    try {
      if (value === '') window[area].removeItem(key);
      else window[area].setItem(key, value);
    } catch {
      removeQuietly(area, key);
    }
  },
  /** Empty where nothing is stored. */
  load: (key: string): string => {
    try {
      return window[area].getItem(key) ?? '';
    } catch {
      return '';
    }
  },
});

/** A stale text would be worse than none. */
function removeQuietly(area: Area, key: string): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Forbidden altogether: nothing is stored.
  }
}

/** For this tab. */
export const { store: storeInTab, load: loadFromTab } = textStore('sessionStorage');

/** For all tabs, until the browser's data is cleared. */
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
  // In this phase an editor inside still has its text.
  useLayoutEffect(() => () => saveNow(), []);
}
