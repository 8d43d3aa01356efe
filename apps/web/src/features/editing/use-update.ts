import { useRef, useState } from 'react';
import type { PageContent } from '../../api/api.js';
import { conflictOf, useUpdateSiteMutation, type VersionContent } from '../../api/sites/site-versions.js';
import { useNotices } from '../../components/notices/notices.js';
import type { FormState } from '../../forms/use-form.js';
import { callFailureOf } from '../../http/failure.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { secretTexts } from '../../texts/sites/owner-warnings.js';
import type { ComparedContent } from './comparison/changed-files.js';

/** A page's text or files in the editor. */
export interface EditedPage extends Omit<ReturnType<typeof useUpdate>, 'baseRef' | 'update'> {
  form: Pick<FormState<object>, 'formProps' | 'refusal' | 'working'>;
  isChanged: boolean;
  /** The changes were made before the screen was opened. */
  isRestored: boolean;
  /** It is compared with the published version. */
  unpublished: ComparedContent;
  content: () => Promise<PageContent>;
  /** It focuses the editor where the page is one text. */
  focus?: () => void;
  discard: () => void;
}

/** Updates a page, unless it no longer has the version that the changes are based on. */
export function useUpdate({ id, ...head }: Pick<VersionContent, 'id' | 'title'>, firstBase: number | undefined) {
  const { showNotice, showToast } = useNotices();
  const [updateSite] = useUpdateSiteMutation();
  const formElement = useRef<HTMLFormElement>(null);
  /** The changes replace this version; undefined replaces any. */
  const baseRef = useRef(firstBase);
  const [title, setTitle] = useState(head.title);
  const [conflict, setConflict] = useState<ReturnType<typeof conflictOf>>();
  const submit = () => formElement.current?.requestSubmit();
  return {
    baseRef,
    conflict,
    formElement,
    title,
    submit,
    submitOnShortcut: (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && /^(?:enter|s)$/i.test(event.key);
      if (!isShortcut || event.isComposing) return;
      event.preventDefault();
      submit();
    },
    /** @returns the version, or undefined where the person is asked for something first */
    update: async (content: PageContent, idempotencyKey: string): Promise<number | undefined> => {
      try {
        const site = await updateSite({ id, ...content, base: baseRef.current, idempotencyKey }).unwrap();
        baseRef.current = site.version;
        setTitle(site.title);
        const open = { label: editingTexts.openPage, run: () => window.open(site.url, '_blank', 'noopener') };
        showToast(editingTexts.updated, open);
        if (site.secrets) showNotice({ kind: 'fault', text: secretTexts.notice(site.secrets) });
        return site.version;
      } catch (error) {
        const failure = callFailureOf(error);
        const found = conflictOf(failure);
        if (found) setConflict(found);
        // The code of the authenticator app is asked for already after this refusal.
        else if (failure?.code !== 'insufficient_aal') throw error;
        return undefined;
      }
    },
    closeConflict: () => setConflict(undefined),
    overwrite: () => {
      baseRef.current = conflict?.current?.version;
      setConflict(undefined);
      submit();
    },
  };
}
