import { useRef, type ReactNode } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { classNames } from '../../../components/class-names.js';
import { FileIcon } from '../../../components/icons.js';
import { texts } from '../../../texts/ja.js';
import styles from './editor-foot.module.css';

interface EditorFootProps {
  bytes: number;
  maxBytes: number;
  disabled: boolean;
  onFiles: (files: File[]) => void;
  /** Stands left. */
  children: ReactNode;
}

/** The foot of the sheet: a button for files, and how large the text is. */
export function EditorFoot({ bytes, maxBytes, disabled, onFiles, children }: EditorFootProps) {
  return (
    <div className={styles['foot']}>
      <div className={styles['left']}>{children}</div>
      <div className={styles['right']}>
        <FileButton disabled={disabled} onFiles={onFiles} />
        <SizeMeter bytes={bytes} maxBytes={maxBytes} />
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
