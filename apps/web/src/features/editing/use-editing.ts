import { useRef, useState } from 'react';
import { useAppConfig, type PageContent } from '../../api/api.js';
import { conflictOf, useUpdateSiteMutation, type VersionContent } from '../../api/sites/site-versions.js';
import { useNotices } from '../../components/notices/notices.js';
import { refusalOf } from '../../forms/action-failure.js';
import { useForm } from '../../forms/use-form.js';
import { callFailureOf } from '../../http/call.js';
import { findingsOf, type PageFindings } from '../../http/failure-text.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { secretTexts } from '../../texts/sites/secrets.js';
import { texts } from '../../texts/ja.js';
import { draftStore } from '../site/draft-store.js';
import { tabStore, useDelayedSave } from '../site/tab-storage.js';
import { isAboutHtml, isBlank, utf8Bytes } from '../site/html-rules.js';
import type { TextField } from '../code/text-field.js';

export type Conflict = NonNullable<ReturnType<typeof conflictOf>>;

export type Editing = ReturnType<typeof useEditing>;

const noValues = { html: '' };

/** Keeps text that is not published yet, over a reload and the end of the session, and the version it is based on. */
export const editDraft = (id: string) => draftStore(tabStore, `haru-edit-${id}`, { base: 0 });

/** Holds one page in the editor: its text, the version it is based on, and publishing it. */
export function useEditing(head: VersionContent) {
  const { id, format = 'html' } = head;
  const { htmlMaxBytes } = useAppConfig().limits;
  const { showNotice, showToast } = useNotices();
  const [updateSite] = useUpdateSiteMutation();
  const editor = useRef<TextField>(null);
  const formElement = useRef<HTMLFormElement>(null);
  const [start] = useState(() => startOf(head));
  const [text, setText] = useState(start.html);
  const [published, setPublished] = useState({ version: head.version, html: head.html_content });
  /** The text replaces this version; undefined replaces any. */
  const base = useRef<number | undefined>(start.base);
  const [conflict, setConflict] = useState<Conflict>();
  const [findings, setFindings] = useState<PageFindings>();
  const [isRestored, setRestored] = useState(start.isRestored);

  const read = () => editor.current?.read() ?? text;
  const contentOf = (htmlContent: string): PageContent => ({ htmlContent, ...(format === 'html' ? {} : { format }) });
  const saveDraft = (html: string, publishedHtml: string) => {
    if (html === publishedHtml) editDraft(id).forget();
    else editDraft(id).save({ base: base.current ?? head.version, html });
  };
  // Counting and storing 1 MiB takes tens of milliseconds, too long after each key.
  const [bytes, setBytes] = useState(() => utf8Bytes(start.html));
  useDelayedSave(text, () => {
    // The editor may have newer text than `text`.
    const html = read();
    setBytes(utf8Bytes(html));
    saveDraft(html, published.html);
  });

  const update = async () => {
    const html = read();
    setFindings(undefined);
    const idempotencyKey = editDraft(id).keyOfTry({ base: base.current ?? head.version, html });
    try {
      const site = await updateSite({ id, ...contentOf(html), base: base.current, idempotencyKey }).unwrap();
      base.current = site.version;
      setPublished({ version: site.version, html });
      setRestored(false);
      // Text typed during the update is not published.
      const current = read();
      setText(current);
      saveDraft(current, html);
      showToast(editingTexts.updated, {
        label: editingTexts.openPage,
        run: () => window.open(site.url, '_blank', 'noopener'),
      });
      if (site.secrets) showNotice({ kind: 'fault', text: secretTexts.notice(site.secrets) });
    } catch (error) {
      const failure = callFailureOf(error);
      const found = conflictOf(failure);
      const refused = findingsOf(failure);
      if (found) setConflict(found);
      else if (refused) setFindings(refused);
      // The code of the authenticator app is asked for already after this refusal.
      else if (failure?.code !== 'insufficient_aal') throw error;
    }
  };
  const form = useForm({
    initial: noValues,
    check: () => ({ html: problemOf(read(), htmlMaxBytes) }),
    send: update,
    action: { failed: editingTexts.failed },
    fieldOf: (failure) => (isAboutHtml(failure) ? 'html' : undefined),
    refusalOf,
  });
  const fault = form.fieldProps('html').error;
  const takeText = (html: string) => {
    if (fault !== undefined) form.change('html', '');
    setText(html);
  };

  return {
    id,
    title: head.title,
    format,
    editor,
    form,
    formElement,
    text,
    unpublished: { html: text },
    bytes,
    problem: bytes > htmlMaxBytes ? texts.tooLarge(bytes) : fault,
    isChanged: text !== published.html,
    isRestored,
    /** Rules matched here when the text was refused last. */
    findings,
    conflict,
    content: (): Promise<PageContent> => Promise.resolve(contentOf(read())),
    focus: () => editor.current?.focus(),
    takeText,
    submit: () => formElement.current?.requestSubmit(),
    closeConflict: () => setConflict(undefined),
    overwrite: () => {
      base.current = conflict?.current?.version;
      setConflict(undefined);
      formElement.current?.requestSubmit();
    },
    /** Returns to the published text. */
    discard: () => {
      setRestored(false);
      base.current = published.version;
      takeText(published.html);
    },
  };
}

function startOf({ id, version, html_content: html }: VersionContent) {
  const draft = editDraft(id).load();
  return draft && draft.html !== html ? { ...draft, isRestored: true } : { base: version, html, isRestored: false };
}

function problemOf(html: string, maxBytes: number): string | undefined {
  if (isBlank(html)) return editingTexts.blank;
  const bytes = utf8Bytes(html);
  return bytes > maxBytes ? texts.tooLarge(bytes) : undefined;
}
