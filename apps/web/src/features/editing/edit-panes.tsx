import { editingTexts } from '../../texts/sites/editing.js';
import { previewTexts } from '../../texts/publish/preview.js';
import { classNames } from '../../components/class-names.js';
import { CodeEditor } from '../code/code-editor.js';
import styles from './page-editing.module.css';
import { useShownHtml } from '../preview/use-shown-html.js';
import { BrowserFrame } from '../preview/browser-frame.js';
import type { TextPlace } from '../code/text-field.js';
import type { Editing } from './use-editing.js';

export type Pane = 'html' | 'preview';

interface EditPanesProps {
  editing: Editing;
  isNarrow: boolean;
  place: TextPlace | undefined;
  /** Undefined while something else is shown. Both panes stay mounted: the editor keeps its position and history. */
  shown: Pane | undefined;
}

/** The preview follows within 300 ms of a pause in typing, of which layout takes most. */
const PAUSE_MS = 100;

export function EditPanes({ editing, isNarrow, place, shown }: EditPanesProps) {
  const { bytes, editor, format, problem, submit, takeText, text, title } = editing;
  const shownHtml = useShownHtml(text, format);
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
          format={format}
          hint={editingTexts.editorHint}
          onChange={takeText}
          onKeyDown={submitOnShortcut}
          pauseMs={PAUSE_MS}
          place={place}
          ref={editor}
          text={text}
        />
        {problem !== undefined && (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className={classNames(styles['pane'], styles['framed'])} hidden={isHidden('preview')}>
        <BrowserFrame
          html={shownHtml}
          isVisible={!isHidden('preview')}
          startsNarrow={isNarrow}
          title={previewTexts.title(title)}
        />
      </div>
      <p className={styles['facts']} hidden={isHidden('html')}>
        <span className={styles['hint']}>{editingTexts.editorHint}</span>
        <span>{editingTexts.size(bytes)}</span>
      </p>
    </div>
  );
}
