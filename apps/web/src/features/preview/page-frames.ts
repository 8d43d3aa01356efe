import { previewFrame, type PagePlace, type PreviewFrameEvent, type PreviewFrameRequest } from '@haru/contracts';

interface PageFramesOptions {
  address: string;
  title: string;
  className: string;
  /** Other pages follow, so the next frame is loaded in advance, which takes longer than the page itself. */
  isEdited?: boolean | undefined;
  /** The page may be harmful, so its scripts do not run and nothing is loaded for it. */
  isStatic?: boolean | undefined;
  onScroll?: ((place: PagePlace) => void) | undefined;
}

/** A page whose scripts never end is shown after this time, too. */
const SHOW_AFTER_MS = 2_000;

/** A frame that is not ready after this time, as without a network, is loaded again for the next page. */
const LOAD_AGAIN_AFTER_MS = 5_000;

interface PageFrame {
  element: HTMLIFrameElement;
  createdAt: number;
  isReady: boolean;
  /** The page that it was given to lay out; it takes only one. */
  html?: string;
}

/** The next page is laid out in a hidden frame and scrolled before it replaces the last, so that nothing flickers. */
export class PageFrames {
  private shown: PageFrame | undefined;
  private next: PageFrame | undefined;
  /** This page is shown after `next`. Otherwise each pause in typing would start the layout of a large page again. */
  private waiting: string | undefined;
  private place: PagePlace = { x: 0, y: 0 };
  private showTimer: number | undefined;
  private readonly stop = new AbortController();
  private readonly focus = new FocusKeeper(this.stop.signal);

  constructor(
    private readonly container: HTMLElement,
    private readonly options: PageFramesOptions,
  ) {
    window.addEventListener('message', (event) => this.receive(event), { signal: this.stop.signal });
  }

  show(html: string): void {
    this.waiting = html === (this.next?.html ?? this.shown?.html) ? undefined : html;
    if (this.waiting === undefined) return;
    const isLoading = this.next && performance.now() - this.next.createdAt < LOAD_AGAIN_AFTER_MS;
    if (!this.next?.isReady && !isLoading) this.load();
    this.fill();
  }

  scrollTo(place: PagePlace): void {
    this.place = place;
    send(this.shown, { haruPreview: 'scroll', place });
  }

  close(): void {
    this.stop.abort();
    window.clearTimeout(this.showTimer);
    this.next?.element.remove();
    this.shown?.element.remove();
  }

  private load(): void {
    this.next?.element.remove();
    const element = document.createElement('iframe');
    element.setAttribute('sandbox', previewFrame.sandbox);
    element.className = this.options.className;
    element.title = this.options.title;
    element.src = this.options.address;
    element.hidden = this.options.isStatic === true || this.shown !== undefined;
    this.next = { element, createdAt: performance.now(), isReady: false };
    this.container.append(element);
  }

  /** The frames have an opaque origin, so their windows identify them. */
  private receive({ source, data }: MessageEvent<unknown>): void {
    if (!isPreviewEvent(data) || source === null) return;
    if (source === this.next?.element.contentWindow) {
      if (data.haruPreview === 'ready') {
        this.next.isReady = true;
        this.fill();
      }
      if (data.haruPreview === 'shown') this.swap();
    } else if (source === this.shown?.element.contentWindow && data.haruPreview === 'scrolled') {
      this.place = { x: Number(data.place.x) || 0, y: Number(data.place.y) || 0 };
      this.options.onScroll?.(this.place);
    }
  }

  private fill(): void {
    const { next, waiting: html } = this;
    if (html === undefined || !next?.isReady || next.html !== undefined) return;
    this.waiting = undefined;
    next.html = html;
    this.focus.keepFrom(next.element);
    const { place, options } = this;
    send(next, options.isStatic ? { haruPreview: 'staticPage', html } : { haruPreview: 'page', html, place });
    this.showTimer = window.setTimeout(() => this.swap(), SHOW_AFTER_MS);
  }

  private swap(): void {
    if (this.next?.html === undefined) return;
    window.clearTimeout(this.showTimer);
    this.shown?.element.remove();
    this.shown = this.next;
    this.next = undefined;
    this.shown.element.hidden = false;
    if (this.options.isEdited || this.waiting !== undefined) this.load();
  }
}

/** An opaque origin has no name, so the message is for any. Only the frame's own script can be in that window. */
function send(frame: PageFrame | undefined, request: PreviewFrameRequest): void {
  frame?.element.contentWindow?.postMessage(request, '*');
}

function isPreviewEvent(data: unknown): data is PreviewFrameEvent {
  return typeof data === 'object' && data !== null && 'haruPreview' in data;
}

/** A page may focus a field by script for so long after its text, while it loads. */
const LOADING_MS = 3_000;
/** After Tab the focus reaches the frame within this time. */
const TAB_MS = 500;

/** A page that focuses a field while it loads must not get its author's keys; the pointer and Tab still enter it. */
class FocusKeeper {
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
