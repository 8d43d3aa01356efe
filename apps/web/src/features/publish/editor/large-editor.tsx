import { EditorState, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createCodeMirror } from '../../code/code-mirror.js';
import type { EditorFieldProps } from './editor-field.js';
import styles from './large-editor.module.css';
import { useFirstFocus } from './entry/text-field.js';

/** Of typing, after which the whole text is given to the screen: with each key it would make the next one late. */
const PAUSE_MS = 300;

/**
 * Stands in the place of the text area for a large text, of which it lays out only what is seen. It keeps the text that
 * it starts with and what is typed: another text needs another editor.
 */
export function LargeEditor({ entry, html, isFaulty, readOnly, startsFocused, onType, onKeyDown }: EditorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const start = useEffectEvent(() => html);
  const type = useEffectEvent(() => {
    if (editor.current) onType(editor.current.state.sliceDoc());
  });
  const press = useEffectEvent(onKeyDown);
  const paste = useEffectEvent(entry.pasteInField);
  const mayChange = useEffectEvent(() => !readOnly);

  useEffect(() => {
    if (!host.current) return undefined;
    let timer: number | undefined;
    const flush = () => {
      if (timer === undefined) return;
      window.clearTimeout(timer);
      timer = undefined;
      flushSync(() => type());
    };
    const view = createCodeMirror(host.current, {
      text: start(),
      mayColour: false,
      onChange: () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(flush, PAUSE_MS);
      },
      extensions: [
        EditorState.changeFilter.of(() => mayChange()),
        Prec.highest(
          EditorView.domEventHandlers({
            keydown: (event) => {
              if (event.ctrlKey || event.metaKey) flush();
              press(event);
            },
            paste: (event) => {
              flush();
              paste(event);
            },
            blur: flush,
          }),
        ),
      ],
    });
    // Before the screen's own listeners: what is sent and saved is what was typed.
    const form = host.current.closest('form');
    const early = { capture: true };
    form?.addEventListener('submit', flush, early);
    window.addEventListener('pagehide', flush, early);
    // As in a text area that is given its text.
    view.dispatch({ selection: { anchor: view.state.doc.length } });
    editor.current = view;
    return () => {
      window.clearTimeout(timer);
      form?.removeEventListener('submit', flush, early);
      window.removeEventListener('pagehide', flush, early);
      editor.current = null;
      view.destroy();
    };
  }, []);
  useEffect(() => {
    const content = editor.current?.contentDOM;
    if (!content) return;
    // A form finds the field of a refusal only outside of the shadow root.
    if (isFaulty && content.getAttribute('aria-invalid') === 'false') content.focus();
    content.setAttribute('aria-invalid', String(isFaulty));
    content.setAttribute('aria-readonly', String(readOnly));
  }, [isFaulty, readOnly]);

  const { area } = entry;
  useImperativeHandle(area, () => ({
    focus: () => editor.current?.focus(),
    get value() {
      return editor.current?.state.doc.toString() ?? '';
    },
    get selectionStart() {
      return editor.current?.state.selection.main.from ?? 0;
    },
    get selectionEnd() {
      return editor.current?.state.selection.main.to ?? 0;
    },
    setSelectionRange: (start, end) => {
      const most = editor.current?.state.doc.length ?? 0;
      editor.current?.dispatch({ selection: { anchor: Math.min(start ?? 0, most), head: Math.min(end ?? 0, most) } });
    },
  }));
  useFirstFocus(area, startsFocused);

  return <div className={styles['host']} data-large ref={host} />;
}
