/** A page may focus a field by script for so long after its text, while it loads. */
const LOADING_MS = 3_000;
/** After Tab the focus reaches the frame within this time. */
const TAB_MS = 500;

/** A page that focuses a field while it loads must not get its author's keys. The pointer and Tab still reach it. */
export class FocusKeeper {
  private kept: { frame: HTMLIFrameElement; focused: HTMLElement; until: number } | undefined;
  private tabbedAt = -Infinity;

  constructor(signal: AbortSignal) {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') this.tabbedAt = performance.now();
    };
    window.addEventListener('keydown', onKey, { capture: true, signal });
    // The frame is the active element only once the event is over.
    window.addEventListener('blur', () => window.setTimeout(() => this.returnFocus()), { signal });
  }

  keepFrom(frame: HTMLIFrameElement): void {
    const focused = focusedElement();
    if (focused instanceof HTMLElement && !(focused instanceof HTMLIFrameElement)) {
      this.kept = { frame, focused, until: performance.now() + LOADING_MS };
    }
  }

  private returnFocus(): void {
    if (!this.kept) return;
    const { frame, focused, until } = this.kept;
    const now = performance.now();
    const isTaken = document.activeElement === frame && now < until;
    if (isTaken && now > this.tabbedAt + TAB_MS && !frame.matches(':hover')) focused.focus({ preventScroll: true });
  }
}

/** Looks inside of shadow roots too, such as the editor's. */
function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}
