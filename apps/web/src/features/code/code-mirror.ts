import { defaultKeymap, history, historyKeymap, invertedEffects, isolateHistory, redo } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { markdown } from '@codemirror/lang-markdown';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import {
  Compartment,
  EditorSelection,
  EditorState,
  Facet,
  StateEffect,
  StateField,
  Text,
  Transaction,
  type Extension,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import type { PageFormat } from '@haru/contracts';
import { editingTexts } from '../../texts/sites/editing.js';
import { editorTheme, htmlColours } from './editor-theme.js';
import { markedLine } from './shown-place.js';

interface CodeMirrorOptions {
  text: string;
  format: PageFormat;
  former: string | undefined;
  maxColoured: number;
  onChange: () => void;
  /** The screen adds them; their keys come before the editor's. */
  extensions: Extension;
}

/** A shadow root takes constructed style sheets; the app's policy forbids a `style` element in the document. */
export function createCodeMirror(host: HTMLElement, { text, former = text, ...rest }: CodeMirrorOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const state = stateOf(former, rest);
  const view = new EditorView({ state: withoutLongLines(state), parent: root, root });
  addLongLines(view, state);
  if (former !== text) replaceText(view, text);
  return view;
}

/** A page that has only `\r\n` is split there, any other at `\n`: unedited text stays the same, byte for byte. */
function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}

const setLineEnd = StateEffect.define<'\n' | '\r\n'>();

/** It is undone with the text: `EditorState.lineSeparator` could not be changed again. */
const lineEnd = StateField.define<'\n' | '\r\n'>({
  create: () => '\n',
  update: (value, { effects }) => effects.findLast((effect) => effect.is(setLineEnd))?.value ?? value,
  provide: (field) =>
    invertedEffects.of(({ effects, startState }) =>
      effects.filter((effect) => effect.is(setLineEnd)).map(() => setLineEnd.of(startState.field(field))),
    ),
});

const docOf = (text: string): Text => Text.of(text.split(lineEndOf(text)));

export function textOf(state: EditorState, from = 0, to = state.doc.length): string {
  return state.doc.sliceString(from, to, state.field(lineEnd));
}

/** Replaces the whole text, as one step of the history. */
export function replaceText(view: EditorView, text: string, cursor = 0): void {
  const doc = docOf(text);
  const end = lineEndOf(text);
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: doc },
    selection: { anchor: Math.min(end === '\n' ? cursor : docOf(text.slice(0, cursor)).length, doc.length) },
    effects: [setLineEnd.of(end), languageEffect(view.state, doc)],
    annotations: isolateHistory.of('full'),
  });
}

export function placeCursor(view: EditorView, at: number): void {
  const { doc, selection } = view.state;
  // The document counts every line end as one character.
  const isCounted = at === 0 || view.state.field(lineEnd) === '\n';
  const anchor = Math.min(isCounted ? at : docOf(textOf(view.state).slice(0, at)).length, doc.length);
  // A dispatch of its own makes the browser lay out a long text again.
  if (!selection.eq(EditorSelection.single(anchor))) view.dispatch({ selection: { anchor } });
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

function addLongLines(view: EditorView, { doc }: EditorState): void {
  if (view.state.doc.length === doc.length) return;
  // This call measures immediately.
  view.lineBlockAtHeight(0);
  view.dispatch({ ...start, changes: { from: 0, insert: doc } });
}

/** The parser reads a line as a whole, in stretches of 100 ms on a minified page. Longer lines have no colours. */
const MAX_COLOURED_LINE = 20_000;

const language = new Compartment();

const pageFormat = StateEffect.define<PageFormat>();

const formatField = StateField.define<PageFormat>({
  create: () => 'html',
  update: (value, { effects }) => effects.findLast((effect) => effect.is(pageFormat))?.value ?? value,
});

const maxLength = Facet.define<number, number>({ combine: ([max = Infinity]) => max });

const markup = html({ autoCloseTags: false });

const languages: Record<PageFormat, Extension> = {
  html: markup,
  markdown: markdown({ htmlTagLanguage: markup }),
  component: javascript({ jsx: true, typescript: true }),
};

const languageOf = (doc: Text, max: number, format: PageFormat): Extension =>
  doc.length > max || hasLongLine(doc) ? [] : languages[format];

const languageEffect = (state: EditorState, doc = state.doc, format = state.field(formatField)) =>
  language.reconfigure(languageOf(doc, state.facet(maxLength), format));

export function setFormat(view: EditorView, format: PageFormat): void {
  if (view.state.field(formatField) === format) return;
  view.dispatch({ effects: [pageFormat.of(format), languageEffect(view.state, view.state.doc, format)] });
}

function stateOf(
  text: string,
  { format, maxColoured, onChange, extensions }: Omit<CodeMirrorOptions, 'text' | 'former'>,
): EditorState {
  const doc = docOf(text);
  return EditorState.create({
    doc,
    extensions: [
      extensions,
      lineEnd.init(() => lineEndOf(text)),
      EditorState.phrases.of(editingTexts.editorPhrases),
      keymap.of([
        ...searchKeymap,
        ...historyKeymap,
        // On Windows the editor itself knows only Ctrl+Y.
        { key: 'Mod-Shift-z', run: redo, preventDefault: true },
        ...defaultKeymap,
      ]),
      view,
      maxLength.of(maxColoured),
      formatField.init(() => format),
      language.of(languageOf(doc, maxColoured, format)),
      EditorView.contentAttributes.of({
        'aria-label': editingTexts.html,
        autocapitalize: 'off',
        spellcheck: 'false',
        // Tab reaches it anyway; the attribute tells tools that the part around it can be scrolled by keyboard.
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some(isStart)) return;
        if (mayChangeLanguage(update)) update.view.dispatch({ effects: languageEffect(update.state) });
        onChange();
      }),
    ],
  });
}

function hasLongLine(text: Text): boolean {
  for (const line of text.iterLines()) if (line.length > MAX_COLOURED_LINE) return true;
  return false;
}

/** Looks for long lines only where the change may have made or removed one: that takes long after each key. */
function mayChangeLanguage({ changes, state, transactions }: ViewUpdate): boolean {
  if (transactions.some(({ reconfigured }) => reconfigured)) return false;
  let isLong = Math.abs(changes.newLength - changes.length) > MAX_COLOURED_LINE;
  changes.iterChangedRanges((_fromBefore, _toBefore, _from, to) => {
    isLong ||= state.doc.lineAt(to).length > MAX_COLOURED_LINE;
  });
  return isLong;
}

const view: Extension = [
  lineNumbers(),
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
  markedLine,
  editorTheme,
];
