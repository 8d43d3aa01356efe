import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Text is entered through these members of the text area, or of the editor that replaces it. */
export type TextField = Pick<
  HTMLTextAreaElement,
  'focus' | 'selectionEnd' | 'selectionStart' | 'setSelectionRange' | 'value'
>;

/** Focuses a new field, unless something else has the focus. */
export function useFirstFocus(field: RefObject<TextField | null>, isCertain: boolean): void {
  const focusFirst = useEffectEvent(() => {
    if (isCertain || isReadyToType()) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focusFirst(), []);
}

/** A mouse opens no on-screen keyboard, and no focused element loses its focus. */
function isReadyToType(): boolean {
  return window.matchMedia('(pointer: fine)').matches && document.activeElement === document.body;
}
