import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** Returns the text of the last pause in typing. */
export function useAfterPause(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
