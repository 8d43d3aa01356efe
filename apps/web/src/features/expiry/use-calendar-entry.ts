import { useCallback } from 'react';
import { useNotices } from '../../components/notices/notices.js';
import { texts } from '../../texts/ja.js';
import type { ExpiringPage } from './calendar-entry.js';

/** Returns the button's action, whose code is loaded with the first press. */
export function useCalendarEntry(): (page: ExpiringPage) => void {
  const { showNotice } = useNotices();
  return useCallback(
    (page) => {
      void (async () => {
        try {
          (await import('./calendar-entry.js')).saveCalendarEntry(page);
        } catch (error) {
          console.warn('the calendar entry could not be made', error);
          showNotice({ kind: 'fault', text: texts.dialogUnavailable });
        }
      })();
    },
    [showNotice],
  );
}
