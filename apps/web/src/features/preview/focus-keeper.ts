/** How long after its text a page may run scripts as it loads. */
const LOADING_MS = 3_000;
/** From pressing Tab to the focus being in the frame. */
const TAB_MS = 500;

/**
 * Keeps the focus where it is while a page loads in a frame: a page that focuses a field of its own must not take the
 * keys of its author. The author still gets there with the pointer or with Tab.
 */
export class FocusKeeper {
  private kept: { frame: HTMLIFrameElement; focused: HTMLElement; until: number } | undefined;
  private tabbedAt = -Infinity;

  constructor(signal: AbortSignal) {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') this.tabbedAt = performance.now();
    };
    window.addEventListener('keydown', onKey, { capture: true, signal });
    // The frame is the active element only once the event is over.
    window.addEventListener('blur', () => window.setTimeout(() => this.giveBack()), { signal });
  }

  keepFrom(frame: HTMLIFrameElement): void {
    const focused = focusedElement();
    if (focused instanceof HTMLElement && !(focused instanceof HTMLIFrameElement)) {
      this.kept = { frame, focused, until: performance.now() + LOADING_MS };
    }
  }

  private giveBack(): void {
    if (!this.kept) return;
    const { frame, focused, until } = this.kept;
    const now = performance.now();
    const isTaken = document.activeElement === frame && now < until;
    if (isTaken && now > this.tabbedAt + TAB_MS && !frame.matches(':hover')) focused.focus({ preventScroll: true });
  }
}

/** Also inside of shadow roots, such as the editor's. */
function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}
