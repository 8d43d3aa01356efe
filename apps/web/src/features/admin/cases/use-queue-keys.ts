import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

type Keys = Readonly<Record<string, (() => unknown) | undefined>>;

/** Marks the part of the screen in which single keys work while it has the focus. */
export const queueAttribute = { 'data-queue': true };

/**
 * Handles single keys of the queue that the element is in, or is itself. They do nothing while something is typed or
 * chosen, and Enter on a button or a link belongs to the button.
 */
export function useQueueKeys(keys: Keys): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    if (target.closest('input, textarea, select, dialog')) return;
    if (key === 'Enter' && target.closest('button, a, summary')) return;
    const act = keys[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const queue = element.current?.closest<HTMLElement>('[data-queue]');
    const onKey = (event: KeyboardEvent) => press(event);
    queue?.addEventListener('keydown', onKey);
    return () => queue?.removeEventListener('keydown', onKey);
  }, []);
  return element;
}
