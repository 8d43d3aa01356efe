import { useCallback, useMemo, useState } from 'react';
import type { MySite } from '../../../api/sites/my-site.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import styles from './bulk.module.css';

export type Selection = ReturnType<typeof useSelection>;

/** Only listed pages count, because a selected one may have been removed meanwhile. */
export function useSelection(listed: readonly { id: string }[]) {
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
  const isAll = selection.ids.size === sites.length;
  const isSome = selection.ids.size > 0 && !isAll;
  const markSome = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isSome;
  };
  const all = sites.map(({ id }) => id);
  return (
    <label className={`check soft-sm ${styles['all']}`}>
      <input checked={isAll} onChange={() => selection.set(all, !isAll)} ref={markSome} type="checkbox" />
      {dashboardTexts.many.selectAll}
    </label>
  );
}
