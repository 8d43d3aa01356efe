import { afterEach, beforeEach } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';
import { resetWatched } from './watched-elements.js';

// Waiting for one second, the default, is too short for a first import on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

let phoneWidth = false;
let finePointer = false;

/** From here on there is a mouse; each test begins without one, so that nothing takes the focus by itself. */
export function setFinePointer(value: boolean): void {
  finePointer = value;
}

/** From here on `matchMedia` answers this to every query; each test begins on a wide screen. */
export function setPhoneWidth(value: boolean): void {
  phoneWidth = value;
}

const warn = console.warn.bind(console);
// Each test has an auth client of its own; the client cannot know that the last one is no longer used.
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Multiple GoTrueClient instances')) warn(...words);
};

beforeEach(() => {
  phoneWidth = false;
  finePointer = false;
  resetWatched();
  // The storage is not cleared after the test: leaving the app, which comes later, still stores the draft.
  window.sessionStorage.clear();
  window.localStorage.clear();
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: query.startsWith('(pointer: fine)') ? finePointer : phoneWidth,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  // jsdom lays nothing out, so nothing ever changes its size.
  window.ResizeObserver = class implements ResizeObserver {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
  // jsdom knows the element but not its methods.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
  // CodeMirror takes jsdom for Safari, and reads its selection by such a command.
  document.execCommand = () => false;
  // Nothing has a size in jsdom, and CodeMirror measures its text.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
});
