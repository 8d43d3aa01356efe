import { EditorState, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../../components/after-paint.js';
import { createCodeMirror } from '../../code/code-mirror.js';
import type { EditorFieldProps } from './editor-field.js';
import styles from './large-editor.module.css';
import { useFirstFocus } from './entry/text-field.js';

/** The screen gets the whole text after a pause in typing of this length: with each key it would delay the next one. */
const PAUSE_MS = 300;

/**
 * Replaces the text area for a large text, of which it lays out only the visible part. It keeps the text that it
 * starts with and what is typed: another text needs another editor. It is made after the next paint, so that the
 * action that brought the text is shown first.
 */
export function LargeEditor({ entry, html, isFaulty, readOnly, startsFocused, onType, onKeyDown }: EditorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  /** The cursor starts at the end, as in a text area whose value is set. */
  const firstCursor = useRef(Infinity);
  const type = useEffectEvent(() => {
    if (editor.current) onType(editor.current.state.sliceDoc());
  });
  const press = useEffectEvent(onKeyDown);
  const paste = useEffectEvent(entry.pasteInField);
  const mayChange = useEffectEvent(() => !readOnly);
  const mark = useEffectEvent(() => {
    const content = editor.current?.contentDOM;
    if (!content) return;
    // A form finds the field of a refusal only outside of the shadow root.
    if (isFaulty && content.getAttribute('aria-invalid') === 'false') content.focus();
    content.setAttribute('aria-invalid', String(isFaulty));
    content.setAttribute('aria-readonly', String(readOnly));
  });
  const open = useEffectEvent((element: HTMLElement, changes: DelayedChanges) => {
    const hasFocus = document.activeElement === element;
    editor.current = createCodeMirror(element, {
      text: html,
      cursor: firstCursor.current,
      mayColour: false,
      onChange: changes.note,
      extensions: [
        EditorState.changeFilter.of(() => mayChange()),
        Prec.highest(
          EditorView.domEventHandlers({
            keydown: (event) => {
              if (event.ctrlKey || event.metaKey) changes.flush();
              press(event);
            },
            paste: (event) => {
              changes.flush();
              paste(event);
            },
            blur: changes.flush,
          }),
        ),
      ],
    });
    // The attribute was needed for the focus; with it, Tab would skip all that is inside.
    element.removeAttribute('tabindex');
    mark();
    if (hasFocus) editor.current.focus();
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const changes = delayedChanges(() => flushSync(() => type()));
    const opening = afterPaint(() => open(element, changes));
    const closing = new AbortController();
    const early = { capture: true, signal: closing.signal };
    // A key that is pressed before the editor is ready is not lost.
    element.addEventListener(
      'keydown',
      (event) => {
        if (editor.current) return;
        opening.doNow();
        press(event);
      },
      early,
    );
    // It runs before the screen's own listeners, so that the typed text is sent and saved.
    element.closest('form')?.addEventListener('submit', changes.flush, early);
    for (const leaving of ['pagehide', 'popstate']) window.addEventListener(leaving, changes.flush, early);
    return () => {
      opening.cancel();
      changes.drop();
      closing.abort();
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  useEffect(() => mark(), [isFaulty, readOnly]);

  const { area } = entry;
  useImperativeHandle(area, () => ({
    focus: () => (editor.current ?? host.current)?.focus(),
    get value() {
      return editor.current?.state.doc.toString() ?? html;
    },
    get selectionStart() {
      return editor.current?.state.selection.main.from ?? html.length;
    },
    get selectionEnd() {
      return editor.current?.state.selection.main.to ?? html.length;
    },
    setSelectionRange: (start, end) => {
      firstCursor.current = end ?? 0;
      const max = editor.current?.state.doc.length ?? 0;
      editor.current?.dispatch({ selection: { anchor: Math.min(start ?? 0, max), head: Math.min(end ?? 0, max) } });
    },
  }));
  useFirstFocus(area, startsFocused);

  return <div className={styles['host']} data-large ref={host} tabIndex={-1} />;
}

type DelayedChanges = ReturnType<typeof delayedChanges>;

/** Calls `onPause` a moment after the last change, or earlier when it is flushed. */
function delayedChanges(onPause: () => void) {
  let timer: number | undefined;
  const drop = () => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  const flush = () => {
    if (timer === undefined) return;
    drop();
    onPause();
  };
  return {
    note: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(flush, PAUSE_MS);
    },
    flush,
    drop,
  };
}
