import { EditorView } from '@codemirror/view';
import { act } from '@testing-library/react';
import { textOf } from '../features/code/code-mirror.js';

/** Finds the editor on the screen. Queries by role do not enter its shadow root. */
export function codeMirror(): EditorView {
  const root = document.querySelector('[data-code]')?.shadowRoot;
  const view = EditorView.findFromDOM(root?.querySelector<HTMLElement>('.cm-editor') ?? document.body);
  if (!view) throw new Error('there is no editor');
  return view;
}

/** Returns the text with its own line ends. */
export const shownText = (): string => textOf(codeMirror().state);

/** Types text at the end. */
export function enterText(insert: string): void {
  const view = codeMirror();
  const from = view.state.doc.length;
  act(() => view.dispatch({ changes: { from, insert }, selection: { anchor: from + insert.length } }));
}
