import { useEffect, useRef } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import styles from './select-all.module.css';
import type { Selection } from './selection.js';

/** It selects all loaded pages, or none. */
export function SelectAll({ sites, selection }: { sites: readonly MySite[]; selection: Selection }) {
  const box = useRef<HTMLInputElement>(null);
  const isAll = selection.ids.size === sites.length;
  const isSome = selection.ids.size > 0 && !isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  const change = () => {
    if (isAll) selection.clear();
    else
      selection.set(
        sites.map(({ id }) => id),
        true,
      );
  };
  return (
    <label className={styles['all']}>
      <input checked={isAll} onChange={change} ref={box} type="checkbox" />
      {dashboardTexts.many.selectAll}
    </label>
  );
}
