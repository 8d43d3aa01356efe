import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { texts } from '../../../texts/ja.js';
import type { TextField } from '../../code/text-field.js';
import styles from './html-editor.module.css';
import type { TextEntry } from './use-text-entry.js';

interface AreaFieldProps {
  text: string;
  isFaulty: boolean;
  noteId: string;
  readOnly: boolean;
  takesFocus: () => boolean;
  onBlur: () => void;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: TextEntry['pasteInField'];
  ref: Ref<TextField>;
}

/** It is there with the first view. */
export function AreaField({ text, isFaulty, noteId, readOnly, takesFocus, ref, ...on }: AreaFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    read: () => text,
    around: () => {
      const { value = text, selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
      return { before: value.slice(0, selectionStart), after: value.slice(selectionEnd) };
    },
    placeCursor: (at) => {
      const { length } = asInField(text.slice(0, at));
      area.current?.setSelectionRange(length, length);
    },
  }));
  const focusFirst = useEffectEvent(() => takesFocus() && area.current?.focus({ preventScroll: true }));
  useEffect(() => void focusFirst(), []);

  return (
    <textarea
      aria-describedby={noteId}
      aria-invalid={isFaulty || undefined}
      aria-label={texts.publish.editor}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      className={styles['area']}
      onBlur={on.onBlur}
      onChange={(event) => {
        // On leaving, the field reports a value whose line ends the browser has unified: that is no change of the text.
        if (event.target.value !== asInField(text)) on.onChange(event.target.value);
      }}
      onKeyDown={(event) => on.onKeyDown(event.nativeEvent)}
      onPaste={on.onPaste}
      readOnly={readOnly}
      ref={area}
      spellCheck={false}
      value={text}
    />
  );
}

/** Returns text as a text area gives it back. */
const asInField = (text: string): string => text.replace(/\r\n?/g, '\n');
