import { useLayoutEffect, useRef, useState } from 'react';
import { Replacements, undoKeyOf } from './replacements.js';

interface TextOptions {
  html: string;
  readOnly: boolean;
  onChange: (html: string) => void;
}

/** A file or a large paste can be undone to the text that it replaced. */
interface Replacement {
  notice: string;
  before: string;
}

/** Holds the text of the editor; a replacement of the whole text can be undone. */
export function useReplaceableText({ html, readOnly, onChange }: TextOptions) {
  const [problem, setProblem] = useState<string>();
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const [replacements] = useState(() => new Replacements());
  /** A file arrives later, when the text may have changed. */
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
    /** It says why a file or the clipboard was not accepted. */
    problem,
    replacement,
    change,
    replace: (after: string, notice: string) => {
      const before = latest.current.html;
      replacements.add(before, after);
      change(after);
      setReplacement({ notice, before });
    },
    /** The field of a large text is removed with its text, and so is its own undo. */
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
