import { defaultPublishLimits } from '@haru/contracts';
import { useId } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { isApple } from '../../../components/buttons/shortcut-keys.js';
import { useMediaQuery } from '../../../components/hooks.js';
import { exampleTexts, publishTexts as text } from '../../../texts/publish/publish.js';
import { texts } from '../../../texts/ja.js';
import { enterExample, exampleNames } from '../examples/examples.js';
import styles from './empty-editor.module.css';
import { FileButton, FolderButton } from '../../files/inputs/file-inputs.js';
import { PasteButton } from './paste-button.js';
import type { TextEntry } from './use-text-entry.js';

/** It covers the empty text area and says what to enter. A press beside its buttons reaches the text area. */
export function EmptyEditor({ entry, disabled }: { entry: TextEntry; disabled: boolean }) {
  const label = useId();
  const hasFingers = useMediaQuery('(pointer: coarse)');

  return (
    <div className={styles['empty']}>
      {hasFingers ? (
        <PasteButton disabled={disabled} onProblem={entry.refuse} onText={entry.insert} />
      ) : (
        <p className={styles['keys']}>{text.pasteKeys(isApple() ? '⌘V' : 'Ctrl+V')}</p>
      )}
      <div className={styles['choices']}>
        <FileButton disabled={disabled} onFiles={entry.load}>
          {texts.publish.chooseFile}
        </FileButton>
        <FolderButton disabled={disabled} onFiles={entry.load}>
          {text.chooseFolder}
        </FolderButton>
      </div>
      <p className={styles['hint']}>{text.filesHint(defaultPublishLimits.treeBytes)}</p>
      <div aria-labelledby={label} className={styles['examples']} role="group">
        <span className={styles['label']} id={label}>
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
