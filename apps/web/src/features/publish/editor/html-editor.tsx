import { useEffect, useEffectEvent, useId, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../../../components/class-names.js';
import { OptionalPart } from '../../../components/loading/loaded-part.js';
import { useMediaQuery } from '../../../components/use-media-query.js';
import { preloadWhenIdle } from '../../../session/background.js';
import { texts } from '../../../texts/ja.js';
import { CodeColours, EmptyEditor, FileButton, FileDrop, loadColours } from '../publish-parts.js';
import styles from './html-editor.module.css';
import { withUnifiedLineEnds } from './replacements.js';
import { usePagePaste } from './use-page-paste.js';
import type { TextEntry } from './use-text-entry.js';

export interface HtmlEditorProps {
  entry: TextEntry;
  html: string;
  /** What is wrong with the text itself. */
  problem?: string | undefined;
  readOnly: boolean;
  startsFocused?: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Stands under the text. */
  children: ReactNode;
}

/** A longer text is plain: colouring it would hold up typing. */
const MAX_COLOURED_LENGTH = 100_000;

/** The sheet: a text area that also takes a dropped, pasted or chosen file. */
export function HtmlEditor({
  entry,
  html,
  problem,
  readOnly,
  startsFocused = false,
  onKeyDown,
  children,
}: HtmlEditorProps) {
  const { area } = entry;
  const noteId = useId();

  const focusFirst = useEffectEvent(() => {
    if (startsFocused || isReadyToType()) area.current?.focus({ preventScroll: true });
  });
  useEffect(() => focusFirst(), []);
  const hasMouse = useMediaQuery('(pointer: fine)');
  useEffect(() => {
    if (hasMouse) preloadWhenIdle(loadColours);
  }, [hasMouse]);
  usePagePaste(entry.pasteOnPage);
  const fault = entry.problem ?? problem;

  return (
    <div className={classNames(styles['sheet'], fault !== undefined && styles['faulty'])}>
      <div className={styles['head']}>
        <span aria-hidden="true" className={styles['name']}>
          {texts.publish.editor}
        </span>
        {html !== '' && (
          <OptionalPart>
            <FileButton disabled={readOnly} isPlain onFiles={entry.load} />
          </OptionalPart>
        )}
      </div>
      <div className={styles['paper']}>
        {hasMouse && html !== '' && html.length <= MAX_COLOURED_LENGTH && (
          <OptionalPart>
            <CodeColours area={area} html={html} />
          </OptionalPart>
        )}
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
            if (event.target.value !== withUnifiedLineEnds(html)) entry.change(event.target.value);
          }}
          onKeyDown={(event) => {
            entry.undoOrRedo(event);
            if (!event.defaultPrevented) onKeyDown(event);
          }}
          onPaste={entry.pasteInField}
          placeholder={texts.publish.placeholder}
          readOnly={readOnly}
          ref={area}
          spellCheck={false}
          value={html}
        />
        {html === '' && (
          <OptionalPart>
            <EmptyEditor disabled={readOnly} entry={entry} />
          </OptionalPart>
        )}
        <OptionalPart>
          <FileDrop onFiles={entry.load} />
        </OptionalPart>
      </div>
      <Notes entry={entry} fault={fault} id={noteId} />
      {children}
    </div>
  );
}

interface NotesProps {
  id: string;
  fault: string | undefined;
  entry: TextEntry;
}

/** What is wrong, and what was loaded or pasted last. */
function Notes({ id, fault, entry: { replacement, undo } }: NotesProps) {
  return (
    <div className={styles['notes']} id={id}>
      {fault !== undefined && (
        <p className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
      {replacement && (
        <p className={styles['loaded']} role="status">
          {replacement.notice}
          {replacement.before !== '' && (
            <button className={styles['undo']} onClick={undo} type="button">
              {texts.publish.undo}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** With a mouse there is no keyboard to pop up, and nothing that has the focus already loses it. */
function isReadyToType(): boolean {
  return window.matchMedia('(pointer: fine)').matches && document.activeElement === document.body;
}
