import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import type { TextPlace } from './text-field.js';

const markLine = StateEffect.define<number>();
const mark = Decoration.line({ class: 'cm-markedLine' });

export const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) => {
    const effect = effects.find((each) => each.is(markLine));
    return effect ? Decoration.set(mark.range(effect.value)) : marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** This many characters identify the place; an excerpt may be cut off after them. */
const COMPARED_CHARACTERS = 24;

/** Goes to the place and marks its line. Where the text has changed, the nearest line with the excerpt counts. */
export function showPlace(view: EditorView, place: TextPlace): void {
  const from = positionOf(view.state.doc, place);
  const line = view.state.doc.lineAt(from);
  view.dispatch({
    selection: { anchor: from },
    effects: [markLine.of(line.from), EditorView.scrollIntoView(from, { y: 'center' })],
  });
  view.focus();
}

function positionOf(doc: EditorView['state']['doc'], { line, column, excerpt }: TextPlace): number {
  const first = excerpt.slice(0, COMPARED_CHARACTERS);
  const named = doc.line(Math.min(line, doc.lines));
  const at = Math.min(named.from + column - 1, named.to);
  if (doc.sliceString(at, at + first.length) === first) return at;
  for (let distance = 0; distance < doc.lines; distance += 1) {
    for (const number of [line + distance, line - distance]) {
      if (number < 1 || number > doc.lines) continue;
      const found = doc.line(number);
      const index = found.text.indexOf(first);
      if (index !== -1) return found.from + index;
    }
  }
  return at;
}
