import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** Returns the present time, renewed every `everyMs` so that ages and badges stay true. */
export function useNow(everyMs = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return now;
}

const PAUSE_MS = 300;

/** Returns the text of the last pause in typing. Keys count too, because a long text changes some time after its key. */
export function useAfterPause(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    let timer: number | undefined;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setSettled(text), pauseMs);
    };
    wait();
    window.addEventListener('keydown', wait, true);
    return () => {
      window.removeEventListener('keydown', wait, true);
      window.clearTimeout(timer);
    };
  }, [text, pauseMs]);
  return settled;
}

/** Calls back after `ms`, counted again when it changes; undefined for never. */
export function useTimeout(act: () => void, ms: number | undefined): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (ms === undefined) return undefined;
    const timer = window.setTimeout(() => actNow(), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}

/** The header does not fit: a tablet in portrait, or a window at 200 %. The rest moves into a menu. */
export const useNarrowWidth = (): boolean => useMediaQuery('(max-width: 819px)');

/** There is no keyboard to paste with. */
export const useTouchInput = (): boolean => useMediaQuery('(pointer: coarse), (max-width: 479px)');

/** Calls back in a render whose value differs from that of the render before and is not undefined. */
export function useWhenChanged(value: unknown, onChange: () => void): void {
  const [seen, setSeen] = useState(value);
  if (value === seen) return;
  setSeen(value);
  if (value !== undefined) onChange();
}
