import { useEffect, useId, useImperativeHandle, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../../../components/class-names.js';
import { LoadedPart, OptionalPart } from '../../../components/loading/loaded-part.js';
import { Loading } from '../../../components/loading/loading.js';
import { useMediaQuery } from '../../../components/use-media-query.js';
import { preloadWhenIdle } from '../../../session/background.js';
import { texts } from '../../../texts/ja.js';
import { CodeColours, EmptyEditor, FileButton, FileDrop, LargeEditor, loadColours } from '../publish-parts.js';
import type { EditorFieldProps } from './editor-field.js';
import styles from './html-editor.module.css';
import { withUnifiedLineEnds } from './entry/replacements.js';
import { useFirstFocus, type TextField } from './entry/text-field.js';
import { usePagePaste } from './entry/use-page-paste.js';
import type { TextEntry } from './entry/use-text-entry.js';

interface HtmlEditorProps {
  entry: TextEntry;
  html: string;
  /** It says what is wrong with the text itself. */
  problem?: string | undefined;
  readOnly: boolean;
  startsFocused?: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  /** They stand under the text. */
  children: ReactNode;
}

/** A longer text has no colours: colouring it would delay typing. */
const MAX_COLOURED_LENGTH = 100_000;

/** A text area lays out all of its text: the paste of a longer one, and each key after it, would be late. */
const MAX_AREA_LENGTH = 50_000;

/** The sheet has a field for the text and also accepts a dropped, pasted or chosen file. */
export function HtmlEditor({
  entry,
  html,
  problem,
  readOnly,
  startsFocused = false,
  onKeyDown,
  children,
}: HtmlEditorProps) {
  const noteId = useId();
  const [shown, setShown] = useState(() => ({ html, isLarge: html.length > MAX_AREA_LENGTH, count: 0 }));
  // A typed text keeps its field, with the browser's undo and input methods; any other text chooses its field.
  if (shown.html !== html) setShown({ html, isLarge: html.length > MAX_AREA_LENGTH, count: shown.count + 1 });
  const type = (text: string) => {
    const isLarge = shown.isLarge && text !== '';
    setShown({ ...shown, html: text, isLarge });
    if (isLarge === shown.isLarge) entry.change(text);
    else entry.clear();
  };

  const hasMouse = useMediaQuery('(pointer: fine)');
  useEffect(() => {
    if (!hasMouse) return;
    preloadWhenIdle(loadColours);
    preloadWhenIdle(LargeEditor.load);
  }, [hasMouse]);
  usePagePaste(entry.pasteOnPage);
  const fault = entry.problem ?? problem;
  const field: EditorFieldProps = {
    entry,
    html,
    isFaulty: problem !== undefined,
    noteId,
    readOnly,
    startsFocused,
    onType: type,
    onKeyDown: (event) => {
      entry.undoOrRedo(event);
      if (!event.defaultPrevented) onKeyDown(event);
    },
  };

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
        {shown.isLarge ? (
          <LoadedPart failed={<AreaField {...field} />} fallback={<Loading />}>
            <LargeEditor {...field} key={shown.count} />
          </LoadedPart>
        ) : (
          <AreaField {...field} />
        )}
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

function AreaField({ entry, html, isFaulty, noteId, readOnly, startsFocused, onType, onKeyDown }: EditorFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(entry.area, () => area.current as TextField);
  useFirstFocus(area, startsFocused);
  const hasMouse = useMediaQuery('(pointer: fine)');

  return (
    <>
      {hasMouse && html !== '' && html.length <= MAX_COLOURED_LENGTH && (
        <OptionalPart>
          <CodeColours area={area} html={html} />
        </OptionalPart>
      )}
      <textarea
        aria-describedby={noteId}
        aria-invalid={isFaulty || undefined}
        aria-label={texts.publish.editor}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        className={styles['area']}
        onChange={(event) => {
          // On leaving, the field reports a value whose line ends the browser has unified: that is no change of the
          // text.
          if (event.target.value !== withUnifiedLineEnds(html)) onType(event.target.value);
        }}
        onKeyDown={(event) => onKeyDown(event.nativeEvent)}
        onPaste={entry.pasteInField}
        placeholder={texts.publish.placeholder}
        readOnly={readOnly}
        ref={area}
        spellCheck={false}
        value={html}
      />
    </>
  );
}

interface NotesProps {
  id: string;
  fault: string | undefined;
  entry: TextEntry;
}

/** Shows what is wrong, and what was loaded or pasted last. */
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
