import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { FileIcon } from '../../components/icons.js';
import { texts } from '../../texts/ja.js';
import styles from './html-editor.module.css';
import { readHtmlFile } from './read-html-file.js';
import { useFileDrop } from './use-file-drop.js';

export interface HtmlEditorProps {
  html: string;
  bytes: number;
  maxBytes: number;
  /** What is wrong with the text itself. */
  problem?: string | undefined;
  readOnly: boolean;
  onChange: (html: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Stands bottom left. */
  children: ReactNode;
}

interface LoadedFile {
  name: string;
  /** What the file replaced. */
  before: string;
}

/** The sheet: a text area that also takes a dropped, pasted or chosen file, with the size bottom right. */
export function HtmlEditor({
  html,
  bytes,
  maxBytes,
  problem,
  readOnly,
  onChange,
  onKeyDown,
  children,
}: HtmlEditorProps) {
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<LoadedFile | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();

  const change = (next: string) => {
    setFileProblem(null);
    setLoaded(null);
    onChange(next);
  };
  const load = async (files: File[]) => {
    if (readOnly) return;
    const file = await readHtmlFile(files, maxBytes);
    if (!file.ok) {
      setFileProblem(file.problem);
      return;
    }
    change(file.html);
    setLoaded({ name: file.name, before: html });
    area.current?.focus();
  };
  const hovering = useFileDrop((files) => void load(files));
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // A copied table or picture brings text and a file: text is what belongs here.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void load(files);
  };
  const undo = (file: LoadedFile) => {
    change(file.before);
    area.current?.focus();
  };
  const fault = fileProblem ?? problem;

  return (
    <div
      className={classNames(styles['sheet'], hovering && styles['hovering'], fault !== undefined && styles['faulty'])}
    >
      <div className={styles['paper']}>
        <textarea
          aria-describedby={noteId}
          aria-invalid={problem === undefined ? undefined : true}
          aria-label={texts.publish.editor}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          className={styles['area']}
          onChange={(event) => change(event.target.value)}
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
        {loaded && (
          <p className={styles['loaded']} role="status">
            {texts.publish.fileLoaded(loaded.name)}
            {loaded.before !== '' && (
              <button className={styles['undo']} onClick={() => undo(loaded)} type="button">
                {texts.publish.undo}
              </button>
            )}
          </p>
        )}
      </div>
      <div className={styles['foot']}>
        <div className={styles['left']}>{children}</div>
        <div className={styles['right']}>
          <FileButton disabled={readOnly} onFiles={(files) => void load(files)} />
          <SizeMeter bytes={bytes} maxBytes={maxBytes} />
        </div>
      </div>
    </div>
  );
}

function FileButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        disabled={disabled}
        iconLeft={<FileIcon />}
        onClick={() => input.current?.click()}
        size="sm"
        variant="ghost"
      >
        {texts.publish.chooseFile}
      </Button>
      <input
        accept=".html,.htm,text/html"
        aria-label={texts.publish.chooseFile}
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Choosing the same file again must count as a change.
          event.target.value = '';
        }}
        ref={input}
        type="file"
      />
    </>
  );
}

function SizeMeter({ bytes, maxBytes }: { bytes: number; maxBytes: number }) {
  return (
    <div className={classNames(styles['size'], bytes > maxBytes && styles['over'])}>
      <span>{texts.publish.size(bytes)}</span>
      <progress
        aria-label={texts.publish.sizeLabel}
        className={styles['meter']}
        max={maxBytes}
        value={Math.min(bytes, maxBytes)}
      />
    </div>
  );
}
