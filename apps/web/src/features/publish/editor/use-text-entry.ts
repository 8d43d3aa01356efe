import type { PageFormat } from '@haru/contracts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import { preloadWhenIdle } from '../../../session/background.js';
import { texts } from '../../../texts/ja.js';
import type { TextField } from '../../code/text-field.js';
import { isBlank } from '../../site/html-rules.js';
import type { Source } from '../../files/taking/sources.js';
import type { Dispatch } from '../../../api/sites/uploads.js';
import type { Brought, Present } from '../file/read-brought.js';
import type { FileSet } from '../files/file-set.js';
import type { Publication } from '../use-publish.js';
import { loadPasteReader, readPasted } from '../paste/paste-reader.js';
import type { Entered, Offer } from '../paste/read-pasted.js';

interface TextEntryOptions {
  /** Called when files are shown instead of the text. */
  onFiles: () => void;
  /** Called after a paste, a file or an example, where the text is not what is shown next. */
  onEntered: ((text: string) => void) | undefined;
}

/** What is said below the text about the last thing that was entered. */
interface Note {
  problem?: string;
  replacement?: Omit<Entered, 'text'> & { formatBefore: PageFormat };
}

/** For longer text Chromium takes seconds to insert pasted lines (100 KiB: 7 s), and half a second to set the value. */
const LARGE_PASTE_LENGTH = 10_000;

type Paste = Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>;

export type TextEntry = ReturnType<typeof useTextEntry>;

export function useTextEntry(publication: Publication, { onFiles, onEntered }: TextEntryOptions) {
  const { form, html, format, files } = publication;
  const readOnly = form.working;
  const dispatch = useDispatch<Dispatch>();
  const [isReading, setReading] = useState(false);
  const field = useRef<TextField>(null);
  const [note, setNote] = useState<Note>({});
  /** A file arrives later, when the text may have changed. */
  const latest = useRef({ html, format, files, readOnly });
  useLayoutEffect(() => {
    latest.current = { html, format, files, readOnly };
  });
  /** Files that come while others are read wait for them, so that none replaces the others. */
  const reading = useRef(Promise.resolve());
  useEffect(() => preloadWhenIdle(loadPasteReader), []);

  const setFormat = (next: PageFormat) => form.change('format', next === 'html' ? '' : next);
  const change = (next: string) => {
    setNote({});
    if (isBlank(next)) setFormat('html');
    form.change('html', next);
  };
  const refuse = (problem: string) => setNote({ problem });
  const showFiles = (shown: FileSet) => {
    setNote({});
    publication.setFiles(shown);
    onFiles();
  };
  const show = ({ text, ...done }: Entered) => {
    change(text);
    if (done.format) setFormat(done.format);
    setNote({ replacement: { ...done, formatBefore: format } });
  };
  const replacing = (text: string, notice: string, format?: PageFormat): Entered => {
    const before = field.current?.read() ?? latest.current.html;
    return { text, notice, before, offers: [], ...(format ? { format } : {}) };
  };
  /** The cursor can be placed only once the text is there. The browser may scroll to it if it is at the end. */
  const enterAt = (cursor: number, entered: Entered) => {
    flushSync(() => show(entered));
    if (onEntered) {
      onEntered(entered.text);
      return;
    }
    // The text may be in another field by now.
    field.current?.placeCursor(cursor);
    field.current?.focus();
  };
  /** Enters a whole page, such as a file. Text that arrives while the page is being published is dropped. */
  const enter = (page: Entered) => {
    if (!latest.current.readOnly) enterAt(0, page);
  };
  const loadNext = async (sources: readonly Source[]) => {
    setReading(true);
    const text = field.current?.read() ?? latest.current.html;
    const brought = await read(sources, { ...latest.current, text }, dispatch);
    setReading(false);
    if (!brought.ok) refuse(brought.problem);
    else if (latest.current.readOnly) return;
    // The next files are added to these.
    else if ('files' in brought) flushSync(() => showFiles(brought.files));
    else enter(brought.read ?? replacing(brought.html, texts.publish.fileLoaded(brought.name), brought.format));
  };
  const load = (sources: readonly Source[]) => {
    if (!readOnly) reading.current = reading.current.then(() => loadNext(sources));
  };
  const around = () => field.current?.around() ?? { before: latest.current.html, after: '' };
  const insert = (inserted: string) => {
    const { before, after } = around();
    const text = before + inserted;
    enterAt(text.length, replacing(text + after, texts.publish.pasted));
  };
  /** Only a paste that replaces the whole text is read. A paste into a page is inserted unchanged. */
  const readText = (pasted: string, html = '') => {
    const { before, after } = around();
    if (!isBlank(before + after)) return undefined;
    // A text is never taken for Markdown without being asked for.
    setFormat('html');
    return readPasted(pasted, html);
  };
  const insertRead = async (pasted: string, reading: ReturnType<typeof readText>) => {
    const entered = await reading;
    if (entered) enter(entered);
    else if (!latest.current.readOnly) insert(pasted);
  };
  /** @param minLength a shorter text is left to the browser, which inserts it itself */
  const paste = (event: Paste, minLength: number) => {
    if (readOnly || !event.clipboardData) return;
    const copied = [...event.clipboardData.files];
    const pasted = event.clipboardData.getData('text/plain');
    // A copied table or picture comes as text and as a file: text is wanted here.
    if (copied.length > 0 && pasted === '') {
      event.preventDefault();
      load(copied);
      return;
    }
    if (files) return;
    const reading = readText(pasted, event.clipboardData.getData('text/html'));
    if (reading) {
      event.preventDefault();
      void insertRead(pasted, reading);
    } else if (pasted.length >= minLength) {
      event.preventDefault();
      insert(pasted);
    }
  };
  const accept = async (offer: Offer) => {
    try {
      enter(await offer.enter());
    } catch (error) {
      console.warn('the text was not converted', error);
      refuse(offer.failed);
    }
  };
  usePagePaste((event) => paste(event, 1));
  return {
    field,
    ...note,
    change,
    replace: (text: string, notice: string) => show(replacing(text, notice)),
    refuse,
    enter: (page: string, notice: string) => enter(replacing(page, notice, 'html')),
    isReading,
    load,
    insert: (pasted: string) => void insertRead(pasted, readText(pasted)),
    accept: (offer: Offer) => void accept(offer),
    pasteInField: (event: Paste) => paste(event, onEntered && html === '' ? 1 : LARGE_PASTE_LENGTH),
    undo: () => {
      const { replacement } = note;
      if (replacement) {
        flushSync(() => {
          change(replacement.before);
          setFormat(replacement.formatBefore);
        });
      }
      field.current?.focus();
    },
  };
}

/** Accepts a paste outside of fields and dialogs, such as right after landing, when nothing has the focus. */
function usePagePaste(onPaste: (event: ClipboardEvent) => void): void {
  const take = useEffectEvent(onPaste);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      // `event.target` is the host of the editor. The field, such as that of its search, is inside.
      const [target] = event.composedPath();
      const inField = target instanceof Element && target.closest('input,textarea,select,[contenteditable]');
      if (!event.defaultPrevented && !inField && !document.querySelector('dialog[open]')) take(event);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

/** Few people bring a file, so the code that reads one is not part of the first view. */
async function read(sources: readonly Source[], present: Present, dispatch: Dispatch): Promise<Brought> {
  try {
    const { readBrought } = await import('../file/read-brought.js');
    return await readBrought(sources, present, dispatch);
  } catch (error) {
    // The code was not loaded, or a file was removed between choosing and reading.
    console.warn('the file was not read', error);
    return { ok: false, problem: texts.publish.fileUnreadable };
  }
}
