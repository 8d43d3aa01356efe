import { useId } from 'react';
import { Button, isApple } from '../../../components/buttons/button.js';
import { useTouchInput } from '../../../components/hooks.js';
import { clipboardTexts, exampleTexts, publishTexts as text } from '../../../texts/publish/publish.js';
import { texts } from '../../../texts/ja.js';
import { enterExample, exampleNames } from '../examples/examples.js';
import styles from './empty-editor.module.css';
import { FileButton, FolderButton } from '../../files/inputs/file-inputs.js';
import type { TextEntry } from './use-text-entry.js';

/** It covers the empty text area and says what to enter. A press beside its buttons reaches the text area. */
export function EmptyEditor({ entry, disabled }: { entry: TextEntry; disabled: boolean }) {
  const label = useId();
  const isTouch = useTouchInput();

  return (
    <div className={`stack-16 ${styles['empty']}`}>
      {isTouch ? (
        <Button disabled={disabled} onClick={() => void paste(entry)} size="lg" variant="primary">
          {clipboardTexts.paste}
        </Button>
      ) : (
        <p className={`strong ${styles['keys']}`}>{text.pasteKeys(isApple() ? '⌘V' : 'Ctrl+V')}</p>
      )}
      <div className={`wrap-8 ${styles['choices']}`}>
        <FileButton disabled={disabled} onFiles={entry.load}>
          {texts.publish.chooseFile}
        </FileButton>
        <FolderButton disabled={disabled} onFiles={entry.load}>
          {text.chooseFolder}
        </FolderButton>
      </div>
      <p className={`soft-sm ${styles['hint']}`}>{text.filesHint}</p>
      <div aria-labelledby={label} className={`wrap-8 row ${styles['examples']}`} role="group">
        <span className={`soft-sm ${styles['label']}`} id={label}>
          {exampleTexts.label}
        </span>
        {exampleNames.map((name) => (
          <Button
            className={styles['example']}
            disabled={disabled}
            key={name}
            onClick={() => void enterExample(name, entry)}
            variant="ghost"
          >
            {exampleTexts.names[name]}
          </Button>
        ))}
      </div>
    </div>
  );
}

async function paste({ insert, refuse }: TextEntry): Promise<void> {
  try {
    // Safari reads it only within the press itself.
    const text = await navigator.clipboard.readText();
    if (text === '') refuse(clipboardTexts.empty);
    else insert(text);
  } catch {
    refuse(clipboardTexts.refused);
  }
}
