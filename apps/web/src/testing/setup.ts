import { afterEach, beforeEach } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';

// How long to wait for what must come; a second, the default, is too short for a first import on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

let phoneWidth = false;

/** What `matchMedia` says of every query from here on; each test begins on a wide screen. */
export function setPhoneWidth(value: boolean): void {
  phoneWidth = value;
}

const warn = console.warn.bind(console);
// One after another, each test has an auth client of its own; the client cannot know that the last one is gone.
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Multiple GoTrueClient instances')) warn(...words);
};

beforeEach(() => {
  phoneWidth = false;
  // Not after the test: leaving the app, which comes later, still stores the draft.
  window.sessionStorage.clear();
  window.localStorage.clear();
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: phoneWidth,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  // jsdom knows the element but not its methods.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
});
