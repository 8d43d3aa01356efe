import { indentWithTab } from '@codemirror/commands';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { editingTexts } from '../../../texts/sites/editing.js';
import { createCodeMirror, showText, type CodeMirrorOptions } from '../../code/code-mirror.js';
import styles from './code-editor.module.css';

export interface EditorHandle {
  /** Returns the present text, with its own line ends; undefined before the editor exists. */
  read: () => string | undefined;
  /** Shows another text; undo does not return to the former one. */
  replace: (text: string) => void;
  focus: () => void;
}

interface CodeEditorProps {
  /** The editor starts with it; later values are ignored. */
  initial: string;
  /** Called a moment after the last change. */
  onPause: (text: string) => void;
  onSubmit: () => void;
  ref: Ref<EditorHandle>;
}

/** The preview follows within 300 ms of a pause in typing, of which layout takes most. */
const PAUSE_MS = 100;

/** Edits the HTML of a page. The editor holds the text: setting it after each key would disturb input methods. */
export function CodeEditor({ initial, onPause, onSubmit, ref }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; options: CodeMirrorOptions }>(null);
  const start = useEffectEvent(() => initial);
  const pause = useEffectEvent(() => {
    if (editor.current) onPause(editor.current.view.state.sliceDoc());
  });
  const submit = useEffectEvent(onSubmit);

  useEffect(() => {
    if (!host.current) return undefined;
    let timer: number | undefined;
    const options: CodeMirrorOptions = {
      text: start(),
      onChange: () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => pause(), PAUSE_MS);
      },
      mayColour: true,
      extensions: keysOf(() => submit()),
    };
    const view = createCodeMirror(host.current, options);
    editor.current = { view, options };
    return () => {
      window.clearTimeout(timer);
      editor.current = null;
      view.destroy();
    };
  }, []);

  useImperativeHandle(
    ref,
    () => ({
      read: () => editor.current?.view.state.sliceDoc(),
      replace: (text) => {
        if (!editor.current) return;
        const { view, options } = editor.current;
        showText(view, { ...options, text });
        options.onChange();
      },
      focus: () => editor.current?.view.focus(),
    }),
    [],
  );

  return (
    <div className={styles['editor']}>
      <div className={styles['host']} ref={host} />
      <p className={styles['hint']}>{editingTexts.editorHint}</p>
    </div>
  );
}

function keysOf(onSubmit: () => void): Extension {
  const submit = () => {
    onSubmit();
    return true;
  };
  return [
    keymap.of([
      { key: 'Mod-s', run: submit, preventDefault: true },
      { key: 'Mod-Enter', run: submit },
      // CodeMirror itself handles Esc, then Tab, which leaves the editor.
      indentWithTab,
    ]),
    // `aria-describedby` does not reach the hint, which is outside of the shadow root.
    EditorView.contentAttributes.of({ 'aria-description': editingTexts.editorHint }),
  ];
}
