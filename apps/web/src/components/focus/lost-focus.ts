import { useEffect, type RefObject } from 'react';

/** A ref callback: the element takes the focus when it appears, because the focused one is removed. */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus();

/** Returns the containers of an element that take the focus from a script (`tabIndex={-1}`), the innermost first. */
export function containersOf(element: Element | null): HTMLElement[] {
  const container = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  return container ? [container, ...containersOf(container)] : [];
}

/** Focuses the first container that still exists, or the page's content, so that the keyboard continues there. */
export function focusFirstLeft(containers: readonly HTMLElement[]): void {
  const left = containers.find(({ isConnected }) => isConnected) ?? document.querySelector<HTMLElement>('main');
  // If the browser scrolled to it, its top would lie under the header.
  left?.focus({ preventScroll: true });
}

/** Focuses the container around a removed element, because browsers would begin again at the top of the page. */
export function useLostFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let focused: Element | undefined;
    let containers: readonly HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      focused = target;
      containers = containersOf(target);
    };
    const observer = new MutationObserver(() => {
      if (focused && !focused.isConnected && document.activeElement === document.body) focusFirstLeft(containers);
    });
    element.addEventListener('focusin', note);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [root]);
}
