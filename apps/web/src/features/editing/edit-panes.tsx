import { editingTexts } from '../../texts/sites/editing.js';
import { previewTexts } from '../../texts/publish/preview.js';
import { CodeEditor } from '../code/code-editor.js';
import styles from './page-editing.module.css';
import { LivePreview } from '../preview/live-preview.js';
import type { Editing } from './use-editing.js';

export type Pane = 'html' | 'preview';

interface EditPanesProps {
  editing: Editing;
  isNarrow: boolean;
  /** Undefined while something else is shown. Both panes stay mounted: the editor keeps its position and history. */
  shown: Pane | undefined;
}

/** The preview follows within 300 ms of a pause in typing, of which layout takes most. */
const PAUSE_MS = 100;

/** The editor and the preview stand side by side on wide screens. */
export function EditPanes({ editing, isNarrow, shown }: EditPanesProps) {
  const { bytes, editor, problem, submit, takeText, text, title } = editing;
  const submitOnShortcut = (event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && /^(?:enter|s)$/i.test(event.key);
    if (!isShortcut || event.isComposing) return;
    event.preventDefault();
    submit();
  };
  const isHidden = (pane: Pane) => shown === undefined || (isNarrow && shown !== pane);
  return (
    <div className={styles['panes']} hidden={shown === undefined}>
      <div className={styles['pane']} hidden={isHidden('html')}>
        <CodeEditor
          className={styles['editor']}
          hint={editingTexts.editorHint}
          onChange={takeText}
          onKeyDown={submitOnShortcut}
          pauseMs={PAUSE_MS}
          ref={editor}
          text={text}
        />
        {problem !== undefined && (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
        <p className={styles['size']}>{editingTexts.size(bytes)}</p>
      </div>
      <div className={styles['pane']} hidden={isHidden('preview')}>
        <LivePreview isVisible={!isHidden('preview')} text={text} title={previewTexts.title(title)} />
      </div>
    </div>
  );
}
