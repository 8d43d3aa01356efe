import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Text, Transaction, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { editingTexts } from '../../texts/sites/editing.js';
import { editorTheme, htmlColours } from './editor-theme.js';
import { lineEndOf } from './line-ends.js';

export interface CodeMirrorOptions {
  text: string;
  /** The cursor starts here, or at the end where the text is shorter. */
  cursor?: number;
  onChange: () => void;
  /** Whether each change is parsed, which takes longer the further from the start it is. */
  mayColour: boolean;
  /** The screen adds them; their keys come before the editor's. */
  extensions: Extension;
}

/**
 * Makes an editor inside `host`. It is in a shadow root, where CodeMirror's styles are constructed style sheets: in
 * the document itself they would be a `style` element, which the app's Content-Security-Policy forbids.
 */
export function createCodeMirror(host: HTMLElement, options: CodeMirrorOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const state = stateOf(options);
  const view = new EditorView({ state: withoutLongLines(state), parent: root, root });
  addLongLines(view, state);
  return view;
}

/** Shows another text, with a history of its own. */
export function showText(view: EditorView, options: CodeMirrorOptions): void {
  const state = stateOf(options);
  view.setState(withoutLongLines(state));
  addLongLines(view, state);
}

/** The change is not a person's: it is not undone or reported, and is made even while nothing may be changed. */
const start = { annotations: Transaction.addToHistory.of(false), filter: false };

const isStart = (transaction: Transaction): boolean => transaction.annotation(Transaction.addToHistory) === false;

/**
 * An editor that starts with a long line lays out all of it, for a second and more: before it has measured itself it
 * takes the position in the line's hidden part for a width. Such a text is added once an empty editor is measured.
 */
function withoutLongLines(state: EditorState): EditorState {
  return hasLongLine(state.doc) ? state.update({ ...start, changes: { from: 0, to: state.doc.length } }).state : state;
}

function addLongLines(view: EditorView, { doc, selection }: EditorState): void {
  if (view.state.doc.length === doc.length) return;
  // This call measures immediately.
  view.lineBlockAtHeight(0);
  view.dispatch({ ...start, changes: { from: 0, insert: doc }, selection });
}

/** The parser reads a line as a whole, in stretches of 100 ms on a minified page. Longer lines have no colours. */
const MAX_COLOURED_LINE = 20_000;

function stateOf({ text, cursor = 0, onChange, mayColour, extensions }: CodeMirrorOptions): EditorState {
  const lineEnd = lineEndOf(text);
  const doc = Text.of(text.split(lineEnd));
  const isColoured = mayColour && !hasLongLine(doc);
  const language = new Compartment();
  return EditorState.create({
    doc,
    selection: { anchor: Math.min(cursor, doc.length) },
    extensions: [
      extensions,
      EditorState.lineSeparator.of(lineEnd),
      EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?|\n/g, lineEnd)),
      EditorState.phrases.of(editingTexts.editorPhrases),
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      view,
      language.of(isColoured ? html({ autoCloseTags: false }) : []),
      EditorView.contentAttributes.of({
        'aria-label': editingTexts.html,
        autocapitalize: 'off',
        spellcheck: 'false',
        // Tab reaches it anyway; the attribute tells tools that the part around it can be scrolled by keyboard.
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some(isStart)) return;
        if (hasLongChange(update)) update.view.dispatch({ effects: language.reconfigure([]) });
        onChange();
      }),
    ],
  });
}

function hasLongLine(text: Text): boolean {
  for (const line of text.iterLines()) if (line.length > MAX_COLOURED_LINE) return true;
  return false;
}

function hasLongChange({ changes, state }: ViewUpdate): boolean {
  let isLong = false;
  changes.iterChangedRanges((_fromBefore, _toBefore, from, to) => {
    isLong ||=
      to - from > MAX_COLOURED_LINE
        ? hasLongLine(state.doc.slice(from, to))
        : state.doc.lineAt(to).length > MAX_COLOURED_LINE;
  });
  return isLong;
}

const view: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  highlightSelectionMatches(),
  history(),
  drawSelection(),
  bracketMatching(),
  indentOnInput(),
  search({ top: true }),
  syntaxHighlighting(htmlColours),
  EditorView.lineWrapping,
  editorTheme,
];
