import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '../../../../texts/ja.js';
import type { ReadFile } from '../../file/read-html-file.js';
import { withUnifiedLineEnds } from './replacements.js';
import type { TextField } from './text-field.js';
import { useReplaceableText } from './use-replaceable-text.js';

interface TextEntryOptions {
  html: string;
  maxBytes: number;
  readOnly: boolean;
  onChange: (html: string) => void;
  /** Called after a paste, a file or an example, where the text is not what is shown next. */
  onEntered: (() => void) | undefined;
}

/** For longer text Chromium takes seconds to insert pasted lines (100 KB: 7 s), and half a second to set the value. */
const LARGE_PASTE_LENGTH = 10_000;

export type TextEntry = ReturnType<typeof useTextEntry>;

/** Handles all ways to enter text into the editor, and undoing them. */
export function useTextEntry({ maxBytes, onEntered, ...text }: TextEntryOptions) {
  const { html, readOnly } = text;
  const area = useRef<TextField>(null);
  const replaceable = useReplaceableText(text);
  const { latest, replace, refuse } = replaceable;

  /** Enters a whole page, such as a file. Text that arrives while the page is being published is dropped. */
  const enter = (page: string, notice: string) => {
    if (latest.current.readOnly) return;
    // The cursor can be placed only once the text is there. The browser may scroll to it if it is at the end.
    flushSync(() => replace(page, notice));
    if (onEntered) {
      onEntered();
      return;
    }
    area.current?.focus();
    area.current?.setSelectionRange(0, 0);
  };
  const load = async (files: File[]) => {
    if (readOnly) return;
    const file = await readFile(files, maxBytes);
    if (file.ok) enter(file.html, texts.publish.fileLoaded(file.name));
    else refuse(file.problem);
  };
  const insert = (inserted: string) => {
    const { value, selectionStart, selectionEnd } = area.current ?? whileLoading(latest.current.html);
    const cursor = selectionStart + withUnifiedLineEnds(inserted).length;
    flushSync(() =>
      replace(value.slice(0, selectionStart) + inserted + value.slice(selectionEnd), texts.publish.pasted),
    );
    if (onEntered) {
      onEntered();
      return;
    }
    // The text may be in another field by now, or in one that is still being loaded.
    area.current?.focus();
    area.current?.setSelectionRange(cursor, cursor);
  };
  /** @param minLength a shorter text is left to the browser, which inserts it itself */
  const paste = (event: Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>, minLength: number) => {
    if (readOnly || !event.clipboardData) return;
    const files = [...event.clipboardData.files];
    const pasted = event.clipboardData.getData('text/plain');
    // A copied table or picture comes as text and as a file: text is wanted here.
    if (files.length > 0 && pasted === '') {
      event.preventDefault();
      void load(files);
    } else if (pasted.length >= minLength) {
      event.preventDefault();
      insert(pasted);
    }
  };
  return {
    ...replaceable,
    area,
    enter,
    load: (files: File[]) => void load(files),
    insert,
    pasteInField: (event: Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>) =>
      paste(event, onEntered && html === '' ? 1 : LARGE_PASTE_LENGTH),
    pasteOnPage: (event: ClipboardEvent) => paste(event, 1),
    undo: () => {
      replaceable.undo();
      area.current?.focus();
    },
  };
}

/** The editor of a large text starts with its cursor at the end. */
const whileLoading = (value: string) => ({ value, selectionStart: value.length, selectionEnd: value.length });

/** Few people bring a file, so the code that reads one is not part of the first view. */
async function readFile(files: File[], maxBytes: number): Promise<ReadFile> {
  try {
    const { readHtmlFile } = await import('../../file/read-html-file.js');
    return await readHtmlFile(files, maxBytes);
  } catch (error) {
    console.warn('the file was not read', error);
    return { ok: false, problem: texts.publish.fileUnreadable };
  }
}
