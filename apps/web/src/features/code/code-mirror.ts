import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
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
  onChange: () => void;
  /** Whether each change is parsed, which takes longer the further from the start it is. */
  mayColour: boolean;
  /** What the screen adds; its keys come first. */
  extensions: Extension;
}

/**
 * An editor inside `host`. It is in a shadow root, where CodeMirror's styles are constructed style sheets: in the
 * document itself they would be a `style` element, which the app's Content-Security-Policy forbids.
 */
export function createCodeMirror(host: HTMLElement, options: CodeMirrorOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({ state: stateOf(options), parent: root, root });
}

/**
 * The parser takes a line as a whole: on a minified page it would work through all of it, in stretches of 100 ms. Such
 * lines are shown without colours.
 */
const MAX_COLOURED_LINE = 20_000;

/** Another text, with a history of its own. */
export function stateOf({ text, onChange, mayColour, extensions }: CodeMirrorOptions): EditorState {
  const lineEnd = lineEndOf(text);
  const isColoured = mayColour && text.split(lineEnd).every((line) => line.length <= MAX_COLOURED_LINE);
  const language = new Compartment();
  return EditorState.create({
    doc: text,
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
      }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
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
