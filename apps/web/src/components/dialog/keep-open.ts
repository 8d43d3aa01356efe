import { createContext, useContext, useEffect, useId } from 'react';
import { texts } from '../../texts/ja.js';

/** Notes by key why Esc or the backdrop must not close the dialog around; undefined removes it. */
export const KeepOpenContext = createContext<(key: string, reason: string | undefined) => void>(() => undefined);

/** While `loses`, Esc and the backdrop do not close the dialog around, but show `reason`; outside of a dialog it does nothing. */
export function useKeepOpen(loses: boolean, reason: string = texts.modal.staysOpen): void {
  const note = useContext(KeepOpenContext);
  const key = useId();
  useEffect(() => {
    note(key, loses ? reason : undefined);
    return () => note(key, undefined);
  }, [note, key, loses, reason]);
}
