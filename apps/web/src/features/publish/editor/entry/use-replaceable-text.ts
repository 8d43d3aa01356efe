import { useLayoutEffect, useRef, useState } from 'react';
import { Replacements, undoKeyOf } from './replacements.js';

interface TextOptions {
  html: string;
  readOnly: boolean;
  onChange: (html: string) => void;
}

/** A file or a large paste, with a way back to what it replaced. */
interface Replacement {
  notice: string;
  before: string;
}

/** The text of the editor, of which a replacement as a whole can be undone. */
export function useReplaceableText({ html, readOnly, onChange }: TextOptions) {
  const [problem, setProblem] = useState<string>();
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const [replacements] = useState(() => new Replacements());
  /** For what arrives later, such as a file: the text may have changed since it was asked for. */
  const latest = useRef({ html, readOnly });
  useLayoutEffect(() => {
    latest.current = { html, readOnly };
  });

  const change = (next: string) => {
    setProblem(undefined);
    setReplacement(null);
    onChange(next);
  };
  return {
    latest,
    /** Why a file or the clipboard was not taken. */
    problem,
    replacement,
    change,
    replace: (after: string, notice: string) => {
      const before = latest.current.html;
      replacements.add(before, after);
      change(after);
      setReplacement({ notice, before });
    },
    /** What a large text was typed in goes with its text, and with that its own undo. */
    clear: () => {
      replacements.add(latest.current.html, '');
      change('');
    },
    refuse: (reason: string) => {
      setReplacement(null);
      setProblem(reason);
    },
    undo: () => {
      const before = replacements.undo(html);
      if (before !== undefined) change(before);
    },
    undoOrRedo: (event: KeyboardEvent) => {
      const key = undoKeyOf(event);
      const text = key && !readOnly ? replacements[key](html) : undefined;
      if (text === undefined) return;
      event.preventDefault();
      change(text);
    },
  };
}
