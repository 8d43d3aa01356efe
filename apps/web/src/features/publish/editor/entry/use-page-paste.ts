import { useEffect, useEffectEvent } from 'react';

/** Accepts a paste outside of fields and dialogs, such as right after landing, when nothing has the focus. */
export function usePagePaste(onPaste: (event: ClipboardEvent) => void): void {
  const take = useEffectEvent(onPaste);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const inField =
        event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable]');
      if (!event.defaultPrevented && !inField && !document.querySelector('dialog[open]')) take(event);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
