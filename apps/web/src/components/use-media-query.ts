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

/** Narrower than a tablet: one column, dialogs as sheets, the header's menu. */
export const usePhoneWidth = (): boolean => useMediaQuery('(max-width: 639px)');
