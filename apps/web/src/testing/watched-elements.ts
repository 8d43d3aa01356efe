import { act } from '@testing-library/react';

const observers = new Map<IntersectionObserver, { callback: IntersectionObserverCallback; targets: Set<Element> }>();

/** jsdom lays nothing out: watched elements are far from the window here, until the test says otherwise. */
class FarFromWindow implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #targets = new Set<Element>();

  constructor(callback: IntersectionObserverCallback) {
    observers.set(this, { callback, targets: this.#targets });
  }

  observe = (target: Element): void => void this.#targets.add(target);
  unobserve = (target: Element): void => void this.#targets.delete(target);
  disconnect = (): void => this.#targets.clear();
  takeRecords = () => [];
}

/** Called before each test. */
export function resetWatched(): void {
  observers.clear();
  window.IntersectionObserver = FarFromWindow;
}

/** All watched elements come near the window, or leave it. */
export function moveWatched(isIntersecting: boolean): void {
  act(() => {
    for (const [observer, { callback, targets }] of [...observers]) {
      const entries = [...targets].map((target) => ({ target, isIntersecting }) as IntersectionObserverEntry);
      if (entries.length > 0) callback(entries, observer);
    }
  });
}
