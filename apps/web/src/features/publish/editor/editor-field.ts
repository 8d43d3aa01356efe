import type { TextEntry } from './entry/use-text-entry.js';

/** The text area and the editor that replaces it have these properties. */
export interface EditorFieldProps {
  entry: TextEntry;
  html: string;
  isFaulty: boolean;
  /** The element with this id describes the text. */
  noteId: string;
  readOnly: boolean;
  startsFocused: boolean;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}
