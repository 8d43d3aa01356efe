import { createContext, useContext, useEffect, useId } from 'react';

/** Notes by key what would be lost if the dialog around it were closed by Esc or the backdrop. */
export const KeepOpenContext = createContext<(key: string, loses: boolean) => void>(() => undefined);

/** While `loses`, Esc and the backdrop do not close the dialog around; outside of a dialog it does nothing. */
export function useKeepOpen(loses: boolean): void {
  const note = useContext(KeepOpenContext);
  const key = useId();
  useEffect(() => {
    note(key, loses);
    return () => note(key, false);
  }, [note, key, loses]);
}
