import { indentWithTab } from '@codemirror/commands';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import type { PageFormat } from '@haru/contracts';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../../components/class-names.js';
import styles from './code-editor.module.css';
import { createCodeMirror, placeCursor, replaceText, setFormat, textOf } from './code-mirror.js';
import { showPlace } from './shown-place.js';
import { afterPaint, delayedCall } from './delayed-call.js';
import type { TextField, TextPlace } from './text-field.js';

interface CodeEditorProps {
  /** A text that the editor has not reported replaces its own, as a step that can be undone. */
  text: string;
  format?: PageFormat;
  /** Undo returns from the first text to this one. */
  former?: string | undefined;
  isFaulty?: boolean;
  readOnly?: boolean;
  takesFocus?: () => boolean;
  /** It says how to leave the editor with the keyboard. With it, Tab indents. */
  hint?: string;
  /** Changes are reported after a pause in typing of this length, or earlier when they are needed. */
  pauseMs: number;
  /** A longer text has no colours: each change is parsed, which delays typing the longer the text is. */
  maxColoured?: number;
  cursor?: number;
  /** The editor selects, marks and scrolls to this place. A new object shows the same place again. */
  place?: TextPlace | undefined;
  className?: string | undefined;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste?: (event: ClipboardEvent) => void;
  ref: Ref<TextField>;
}

/** At 4 times CPU throttling, replacing a text of 900 KB takes 130 ms: the paste that brought it is painted before. */
const MAX_IMMEDIATE_LENGTH = 50_000;

/** It keeps the text itself: setting it after each key would disturb input methods. It opens after the next paint. */
export function CodeEditor({
  text,
  format = 'html',
  former,
  isFaulty = false,
  readOnly = false,
  takesFocus = () => false,
  hint,
  pauseMs,
  maxColoured = Infinity,
  cursor = 0,
  place,
  className,
  onChange,
  onKeyDown,
  onPaste,
  ref,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const firstCursor = useRef(cursor);
  const reported = useRef(text);
  const report = useEffectEvent(() => {
    const current = editor.current && textOf(editor.current.state);
    if (current === null || current === reported.current) return;
    reported.current = current;
    onChange(current);
  });
  const latest = useEffectEvent(() => ({ onKeyDown, onPaste, pauseMs, readOnly }));
  const mark = useEffectEvent(() => {
    const content = editor.current?.contentDOM;
    if (!content) return;
    // A form finds the field of a refusal only outside of the shadow root. The refusal may come before the editor opens.
    if (isFaulty && content.getAttribute('aria-invalid') !== 'true') content.focus();
    content.setAttribute('aria-invalid', String(isFaulty));
    content.setAttribute('aria-readonly', String(readOnly));
  });
  const goToPlace = useEffectEvent(() => {
    if (editor.current && place) showPlace(editor.current, place);
  });
  const following = useRef<ReturnType<typeof afterPaint>>(null);
  const follow = useEffectEvent(() => {
    if (!editor.current || text === reported.current) return;
    reported.current = text;
    if (text === textOf(editor.current.state)) placeCursor(editor.current, firstCursor.current);
    else replaceText(editor.current, text, firstCursor.current);
  });
  const wantsFocus = useEffectEvent(takesFocus);
  const open = useEffectEvent((element: HTMLElement, changes: ReturnType<typeof delayedCall>) => {
    const hasFocus = document.activeElement === element;
    reported.current = text;
    editor.current = createCodeMirror(element, {
      text,
      format,
      former,
      maxColoured,
      onChange: changes.note,
      extensions: [
        // Its style hides the line numbers of an empty text.
        placeholder(' '),
        EditorState.changeFilter.of(() => !latest().readOnly),
        Prec.highest(
          EditorView.domEventHandlers({
            keydown: (event) => {
              if (event.ctrlKey || event.metaKey) changes.flush();
              latest().onKeyDown(event);
            },
            paste: (event) => {
              changes.flush();
              latest().onPaste?.(event);
            },
            blur: changes.flush,
          }),
        ),
        // CodeMirror itself handles Esc, then Tab, which leaves the editor. `aria-describedby` does not reach a
        // hint outside of the shadow root.
        hint === undefined
          ? []
          : [keymap.of([indentWithTab]), EditorView.contentAttributes.of({ 'aria-description': hint })],
      ],
    });
    placeCursor(editor.current, firstCursor.current);
    // The attribute was needed for the focus; with it, Tab would skip all that is inside.
    element.removeAttribute('tabindex');
    mark();
    if (hasFocus) editor.current.focus();
    goToPlace();
  });

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const changes = delayedCall(
      () => flushSync(() => report()),
      () => latest().pauseMs,
    );
    const opening = afterPaint(() => open(element, changes));
    const closing = new AbortController();
    const early = { capture: true, signal: closing.signal };
    // What is entered before a long text has replaced the former one changes the long text.
    for (const entering of ['keydown', 'beforeinput', 'paste', 'drop']) {
      element.addEventListener(entering, () => following.current?.doNow(), early);
    }
    // A key that is pressed before the editor is ready is not lost.
    element.addEventListener(
      'keydown',
      (event) => {
        if (editor.current) return;
        opening.doNow();
        latest().onKeyDown(event);
      },
      early,
    );
    // It runs before the screen's own listeners, so that the typed text is sent and saved.
    element.closest('form')?.addEventListener('submit', changes.flush, early);
    for (const leaving of ['pagehide', 'visibilitychange', 'popstate']) {
      window.addEventListener(leaving, changes.flush, early);
    }
    // Text that an input method enters while there is no field would be lost.
    if (wantsFocus()) {
      opening.doNow();
      editor.current?.focus();
    }
    return () => {
      opening.cancel();
      changes.drop();
      closing.abort();
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  useEffect(() => mark(), [isFaulty, readOnly]);
  useEffect(() => goToPlace(), [place]);
  useLayoutEffect(() => {
    if (!editor.current || text === reported.current) return undefined;
    firstCursor.current = 0;
    if (text.length <= MAX_IMMEDIATE_LENGTH) {
      follow();
      return undefined;
    }
    following.current = afterPaint(follow);
    return following.current.cancel;
  }, [text]);
  useEffect(() => {
    if (editor.current) setFormat(editor.current, format);
  }, [format]);

  useImperativeHandle(ref, () => ({
    focus: () => (editor.current ?? host.current)?.focus(),
    read: () => {
      following.current?.doNow();
      return editor.current ? textOf(editor.current.state) : text;
    },
    around: () => {
      following.current?.doNow();
      if (!editor.current) return { before: text, after: '' };
      const { state } = editor.current;
      const { from, to } = state.selection.main;
      return { before: textOf(state, 0, from), after: textOf(state, to) };
    },
    placeCursor: (at) => {
      firstCursor.current = at;
      if (editor.current && text === reported.current) placeCursor(editor.current, at);
    },
  }));

  return <div className={classNames('shrinks grow', styles['host'], className)} data-code ref={host} tabIndex={-1} />;
}
