import { useState } from 'react';
import { useMediaQuery } from '../../../components/use-media-query.js';
import { loadFromBrowser, storeInBrowser } from '../../sites/tab-storage.js';

export type ListView = 'grid' | 'list';

const KEY = 'haru-dashboard-view';

/** Returns cards or rows, as chosen last in this browser. */
export function useListView(): [ListView, (view: ListView) => void] {
  const [view, setView] = useState<ListView>(() => (loadFromBrowser(KEY) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      setView(chosen);
      storeInBrowser(KEY, chosen);
    },
  ];
}

/** A phone shows only rows, which open a sheet. */
export const usePhoneWidth = (): boolean => useMediaQuery('(max-width: 639px)');
