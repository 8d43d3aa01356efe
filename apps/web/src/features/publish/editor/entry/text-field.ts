import { useEffect, useEffectEvent, type RefObject } from 'react';

/** What a way for text to get in needs of the text area, or of the editor that stands in its place. */
export type TextField = Pick<
  HTMLTextAreaElement,
  'focus' | 'selectionEnd' | 'selectionStart' | 'setSelectionRange' | 'value'
>;

/** Gives a field that has just come onto the screen the focus, unless the focus is somewhere else. */
export function useFirstFocus(field: RefObject<TextField | null>, isCertain: boolean): void {
  const focusFirst = useEffectEvent(() => {
    if (isCertain || isReadyToType()) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focusFirst(), []);
}

/** With a mouse there is no keyboard to pop up, and nothing that has the focus already loses it. */
function isReadyToType(): boolean {
  return window.matchMedia('(pointer: fine)').matches && document.activeElement === document.body;
}
