import { useCallback, useEffect, useRef, useState } from 'react';

/** A button opens the popup. It closes on Esc, and when focus or pointer leaves `root`, which holds both. */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const close = useCallback(() => {
    setOpen(false);
    // A dialog that opens returns focus to what had it: that must be the button, because the pressed item is removed by
    // then.
    button.current?.focus();
  }, []);

  useEffect(() => {
    const box = root.current;
    if (!open || !box) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const closeOutside = (target: EventTarget | null) => {
      if (target instanceof Node && !box.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', (event) => closeOutside(event.target), { signal });
    box.addEventListener('focusout', (event) => closeOutside(event.relatedTarget), { signal });
    box.addEventListener('keydown', (event) => event.key === 'Escape' && close(), { signal });
    return () => stop.abort();
  }, [open, close]);

  return { open, root, button, toggle: () => setOpen(!open), close };
}
