import { limits } from '@haru/contracts';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { classNames } from '../../../components/class-names.js';
import { Button } from '../../../components/buttons/button.js';
import { CheckIcon, WarningIcon } from '../../../components/icons/icons.js';
import { LoadedPart, Loading } from '../../../components/loading/loaded-part.js';
import { useMediaQuery } from '../../../components/hooks.js';
import { preloadWhenIdle } from '../../../session/background.js';
import { texts } from '../../../texts/ja.js';
import { publishTexts } from '../../../texts/publish/publish.js';
import { isReadyToType, type TextPlace } from '../../code/text-field.js';
import { FileButton, FileDrop } from '../../files/inputs/file-inputs.js';
import { CodeEditor } from '../publish-parts.js';
import type { Publication } from '../use-publish.js';
import { AreaField } from './area-field.js';
import { EmptyEditor } from './empty-editor.js';
import styles from './html-editor.module.css';
import type { TextEntry } from './use-text-entry.js';

interface HtmlEditorProps {
  publication: Publication;
  entry: TextEntry;
  /** The editor shows this place. A new object shows the same place again. */
  place: TextPlace | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A text area lays out all of its text: the paste of a longer one, and each key after it, would be late. */
const MAX_AREA_LENGTH = 50_000;

/** The screen gets such a longer text after a pause: with each key it would delay the next one. */
const LARGE_PAUSE_MS = 300;

/** An input method enters less at a time; a longer text is pasted, and the editor may replace the text area. */
const MAX_TYPED_LENGTH = 100;

export function HtmlEditor({ publication, entry, place, onKeyDown, children }: HtmlEditorProps) {
  const { html, format, form, problem, isAnother } = publication;
  const noteId = useId();
  const { cursor, former, usesCode, onBlur, onType } = useFieldChoice(html, entry, place !== undefined);
  const fault = entry.problem ?? problem;
  const readOnly = form.working;
  const field = {
    isFaulty: problem !== undefined,
    onChange: onType,
    onKeyDown,
    onPaste: entry.pasteInField,
    readOnly,
    ref: entry.field,
    text: html,
  };
  const takesFocus = () => isAnother || isReadyToType();
  const area = <AreaField {...field} noteId={noteId} onBlur={onBlur} takesFocus={takesFocus} />;

  return (
    <div className={classNames('shrinks column', styles['sheet'], fault !== undefined && styles['faulty'])}>
      <div className={`pane-head ${styles['head']}`}>
        <span aria-hidden="true" className={`soft-xs strong ${styles['name']}`}>
          {publishTexts.formats[format]}
        </span>
        {html !== '' && (
          <>
            <Size {...publication} />
            <FileButton disabled={readOnly} isPlain onFiles={entry.load}>
              {texts.publish.chooseFile}
            </FileButton>
          </>
        )}
      </div>
      <div className={styles['paper']}>
        {usesCode ? (
          <LoadedPart failed={area} fallback={<Loading />}>
            <CodeEditor
              {...field}
              className={styles['code']}
              cursor={cursor}
              format={format}
              former={former}
              maxColoured={MAX_AREA_LENGTH}
              place={place}
              pauseMs={html.length > MAX_AREA_LENGTH ? LARGE_PAUSE_MS : 0}
              // It replaces the text area later, when a menu that is open may have the focus.
              takesFocus={isReadyToType}
            />
          </LoadedPart>
        ) : (
          area
        )}
        {html === '' && <EmptyEditor disabled={readOnly} entry={entry} />}
        <FileDrop label={texts.publish.dropHere} onFiles={entry.load} />
      </div>
      <div className={`stack-8 ${styles['notes']}`} id={noteId}>
        {fault !== undefined && (
          <p className={`red-xs icon-text ${styles['fault']}`} role="alert">
            <WarningIcon />
            {fault}
          </p>
        )}
        <EntryNotice entry={entry} />
        {entry.isReading && <p role="status">{texts.publish.reading}</p>}
      </div>
      {children}
    </div>
  );
}

/** The gauge is shown above this share of the limit. */
const SHOWN_SHARE = 0.7;

function Size({ bytes, tooLarge }: Publication) {
  const max = limits.htmlMaxBytes;
  return (
    <div className={classNames('soft-xs stack-4', styles['size'], tooLarge && styles['over'])}>
      {publishTexts.size(bytes)}
      {bytes > SHOWN_SHARE * max && (
        <progress aria-label={publishTexts.sizeLabel} className="meter" max={max} value={Math.min(bytes, max)} />
      )}
    </div>
  );
}

/** The editor replaces the text area in a wide window with a mouse, and for a large text, but not while one types. */
function useFieldChoice(html: string, entry: TextEntry, showsPlace: boolean) {
  const [isLoaded, setLoaded] = useState(false);
  const [field, setField] = useState<{ html: string; usesCode: boolean; former?: string; cursor: number }>({
    html,
    usesCode: html.length > MAX_AREA_LENGTH,
    // A text area whose value is set has its cursor at the end.
    cursor: Infinity,
  });
  const [isTyped, setTyped] = useState(false);
  if (field.html !== html) {
    const usesCode = field.usesCode || isLoaded || html.length > MAX_AREA_LENGTH;
    setField({ ...field, html, usesCode, ...(usesCode && !field.usesCode ? { former: field.html } : {}) });
    setTyped(false);
  }
  const openCode = () => setField((before) => ({ ...before, usesCode: true }));
  if (((isLoaded && html === '') || showsPlace) && !field.usesCode) openCode();

  const onLoaded = useEffectEvent(() => {
    setLoaded(true);
    if (!isTyped || document.activeElement?.tagName !== 'TEXTAREA') openCode();
  });

  const isDesktop = useMediaQuery('(pointer: fine) and (min-width: 640px)');
  useEffect(() => {
    if (!isDesktop) return undefined;
    let isGone = false;
    preloadWhenIdle(async () => {
      await CodeEditor.load();
      if (!isGone) onLoaded();
    });
    return () => {
      isGone = true;
    };
  }, [isDesktop]);
  return {
    ...field,
    onBlur: () => {
      if (isLoaded) openCode();
    },
    onType: (text: string) => {
      const isPasted = text.length - html.length > MAX_TYPED_LENGTH;
      const pastedTo = isPasted ? entry.field.current?.around().before.length : undefined;
      setField((before) => ({ ...before, html: isPasted ? before.html : text, cursor: pastedTo ?? Infinity }));
      setTyped(!isPasted);
      entry.change(text);
    },
  };
}

export function EntryNotice({ entry: { replacement, accept, undo } }: { entry: TextEntry }) {
  if (!replacement) return null;
  return (
    <p className={`wrap-8 row ${styles['loaded']}`} role="status">
      <span className="icon-text">
        {!(replacement.isRawMarkdown && replacement.before === '') && <CheckIcon />}
        {replacement.notice}
      </span>
      {replacement.offers.map((offer) => (
        <Button key={offer.label} onClick={() => accept(offer)} size="sm">
          {offer.label}
        </Button>
      ))}
      {replacement.before !== '' && (
        <button className="link-button strong" onClick={undo} type="button">
          {texts.publish.undo}
        </button>
      )}
    </p>
  );
}
