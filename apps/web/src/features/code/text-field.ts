/** Screens read and place text through it, in a text area or in the editor that replaces it. */
export interface TextField {
  focus: () => void;
  read: () => string;
  around: () => { before: string; after: string };
  placeCursor: (at: number) => void;
}

/** A place of a text. Lines and columns count from 1; the text there began so when it was checked. */
export interface TextPlace {
  line: number;
  column: number;
  excerpt: string;
}

/** A mouse opens no on-screen keyboard, and no focused element loses its focus. */
export function isReadyToType(): boolean {
  return window.matchMedia('(pointer: fine)').matches && document.activeElement === document.body;
}
