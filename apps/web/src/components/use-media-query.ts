import { useSyncExternalStore } from 'react';

/** Whether a media query holds, followed as it changes. */
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

/** Too narrow for all that the header has: a tablet on end, or a window at 200 %. The rest goes into a menu. */
export const useNarrowWidth = (): boolean => useMediaQuery('(max-width: 819px)');
