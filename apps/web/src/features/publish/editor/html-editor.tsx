import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../../../components/class-names.js';
import { texts } from '../../../texts/ja.js';
import { EditorFoot } from './editor-foot.js';
import styles from './html-editor.module.css';
import type { ReadFile } from './read-html-file.js';
import { useFileDrop } from './use-file-drop.js';

export interface HtmlEditorProps {
  html: string;
  bytes: number;
  maxBytes: number;
  /** What is wrong with the text itself. */
  problem?: string | undefined;
  readOnly: boolean;
  startsFocused?: boolean;
  onChange: (html: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Stands bottom left. */
  children: ReactNode;
}

/** A file or a large paste, with a way back to what it replaced. */
interface Replacement {
  notice: string;
  before: string;
}

/** From here on Chromium takes seconds to insert pasted lines (100 KB: 7 s), and half a second to be given the value. */
const LARGE_PASTE_LENGTH = 10_000;

/** The sheet: a text area that also takes a dropped, pasted or chosen file, with the size bottom right. */
export function HtmlEditor({
  html,
  bytes,
  maxBytes,
  problem,
  readOnly,
  startsFocused = false,
  onChange,
  onKeyDown,
  children,
}: HtmlEditorProps) {
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();

  const focusFirst = useEffectEvent(() => {
    if (startsFocused) area.current?.focus();
  });
  useEffect(() => focusFirst(), []);

  const change = (next: string) => {
    setFileProblem(null);
    setReplacement(null);
    onChange(next);
  };
  const load = async (files: File[]) => {
    if (readOnly) return;
    const file = await readFile(files, maxBytes);
    if (!file.ok) {
      setReplacement(null);
      setFileProblem(file.problem);
      return;
    }
    change(file.html);
    setReplacement({ notice: texts.publish.fileLoaded(file.name), before: html });
    area.current?.focus();
  };
  const hovering = useFileDrop((files) => void load(files));
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (readOnly) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData('text/plain');
    // A copied table or picture brings text and a file: text is what belongs here.
    if (files.length > 0 && text === '') {
      event.preventDefault();
      void load(files);
    } else if (text.length >= LARGE_PASTE_LENGTH) {
      event.preventDefault();
      pasteLarge(event.currentTarget, text);
    }
  };
  const pasteLarge = (target: HTMLTextAreaElement, text: string) => {
    const { value, selectionStart, selectionEnd } = target;
    const cursor = selectionStart + withUnifiedLineEnds(text).length;
    // The cursor can only be placed once the text is there.
    flushSync(() => {
      change(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
      setReplacement({ notice: texts.publish.pasted, before: html });
    });
    target.setSelectionRange(cursor, cursor);
  };
  const undo = ({ before }: Replacement) => {
    change(before);
    area.current?.focus();
  };
  const fault = fileProblem ?? problem;

  return (
    <div
      className={classNames(styles['sheet'], hovering && styles['hovering'], fault !== undefined && styles['faulty'])}
    >
      <div className={styles['paper']} data-seal={texts.seal}>
        <textarea
          aria-describedby={noteId}
          aria-invalid={problem === undefined ? undefined : true}
          aria-label={texts.publish.editor}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          className={styles['area']}
          onChange={(event) => {
            // Leaving the field reports a value whose line ends the browser has unified: no change of the text itself.
            if (event.target.value !== withUnifiedLineEnds(html)) change(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder={texts.publish.placeholder}
          readOnly={readOnly}
          ref={area}
          spellCheck={false}
          value={html}
        />
        {hovering && (
          <div aria-hidden="true" className={styles['drop']}>
            {texts.publish.dropHere}
          </div>
        )}
      </div>
      <div className={styles['notes']} id={noteId}>
        {fault !== undefined && (
          <p className={styles['fault']} role="alert">
            {fault}
          </p>
        )}
        {replacement && (
          <p className={styles['loaded']} role="status">
            {replacement.notice}
            {replacement.before !== '' && (
              <button className={styles['undo']} onClick={() => undo(replacement)} type="button">
                {texts.publish.undo}
              </button>
            )}
          </p>
        )}
      </div>
      <EditorFoot bytes={bytes} disabled={readOnly} maxBytes={maxBytes} onFiles={(files) => void load(files)}>
        {children}
      </EditorFoot>
    </div>
  );
}

/** Few people bring a file: what reads one is no part of the first view. */
async function readFile(files: File[], maxBytes: number): Promise<ReadFile> {
  try {
    const { readHtmlFile } = await import('./read-html-file.js');
    return await readHtmlFile(files, maxBytes);
  } catch {
    return { ok: false, problem: texts.file.unreadable };
  }
}

/** Text as a text area gives it back. */
function withUnifiedLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
