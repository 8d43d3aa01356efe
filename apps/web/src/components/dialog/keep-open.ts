import { createContext, useContext, useEffect, useId } from 'react';
import { texts } from '../../texts/ja.js';

/** Stores by key why Esc or the backdrop must not close the enclosing dialog; undefined removes the reason. */
export const KeepOpenContext = createContext<(key: string, reason: string | undefined) => void>(() => undefined);

/** While `loses` is true, Esc and the backdrop show `reason` instead of closing the enclosing dialog, if there is one. */
export function useKeepOpen(loses: boolean, reason: string = texts.modal.staysOpen): void {
  const note = useContext(KeepOpenContext);
  const key = useId();
  useEffect(() => {
    note(key, loses ? reason : undefined);
    return () => note(key, undefined);
  }, [note, key, loses, reason]);
}
