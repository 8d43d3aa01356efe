import { useSyncExternalStore } from 'react';

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
