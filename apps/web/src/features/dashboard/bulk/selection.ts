import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

/**
 * Returns which pages are selected. Only listed pages count, because a selected one may have been removed meanwhile.
 */
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
