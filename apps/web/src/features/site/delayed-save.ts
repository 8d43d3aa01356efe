import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

const SAVE_DELAY_MS = 400;

/** Saves a moment after `text` has changed, and when the page is hidden or the screen is left within it. */
export function useDelayedSave(text: unknown, save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const now = () => saveNow();
    const timer = window.setTimeout(now, SAVE_DELAY_MS);
    window.addEventListener('pagehide', now);
    // Chromium calls no listener that was added during `pagehide`, when an editor reports its last text. It hides the
    // page afterwards.
    document.addEventListener('visibilitychange', now);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', now);
      document.removeEventListener('visibilitychange', now);
    };
  }, [text]);
  // An editor inside still has its text in this phase.
  useLayoutEffect(() => () => saveNow(), []);
}
