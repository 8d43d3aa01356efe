import type { TextEntry } from './entry/use-text-entry.js';

/** Of the text area, and of the editor that stands in its place. */
export interface EditorFieldProps {
  entry: TextEntry;
  html: string;
  isFaulty: boolean;
  /** Of what is said about the text. */
  noteId: string;
  readOnly: boolean;
  startsFocused: boolean;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}
