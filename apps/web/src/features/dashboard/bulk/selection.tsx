import { useCallback, useMemo, useState, useEffect, useRef } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import styles from './bulk.module.css';

export interface Selection {
  ids: ReadonlySet<string>;
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

/** Only listed pages count, because a selected one may have been removed meanwhile. */
export function useSelection(listed: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(listed.map(({ id }) => id).filter((id) => chosen.has(id)))),
    [chosen, listed],
  );
  const set = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setChosen((before) =>
        isSelected ? new Set([...before, ...changed]) : new Set([...before].filter((id) => !changed.includes(id))),
      ),
    [],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  return { ids, set, clear };
}

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
