import { useCallback, useEffect, useRef, useState } from 'react';

/** A notice that goes away `durationMs` after it was last shown. */
export function useTimedNotice(durationMs: number): { shown: boolean; show: () => void } {
  const [shown, setShown] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const show = useCallback(() => {
    window.clearTimeout(timer.current);
    setShown(true);
    timer.current = window.setTimeout(() => setShown(false), durationMs);
  }, [durationMs]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { shown, show };
}
