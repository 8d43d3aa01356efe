/** Screens read and place text through it, in a text area or in the editor that replaces it. */
export interface TextField {
  focus: () => void;
  /** Returns the present text, with its own line ends. */
  read: () => string;
  /** Returns the text before and after the selection. */
  around: () => { before: string; after: string };
  /** Places the cursor after so many characters. */
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
