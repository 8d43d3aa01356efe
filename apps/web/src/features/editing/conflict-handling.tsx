import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useCreateSiteMutation } from '../../api/api.js';
import { isClosed } from '../../api/sites/my-site.js';
import { useLazyGetPublishedPageQuery } from '../../api/sites/site-lookups.js';
import type { OfPage } from '../../api/sites/site-versions.js';
import { Button, type ButtonProps } from '../../components/buttons/button.js';
import { Modal } from '../../components/dialog/modal.js';
import { useNotices } from '../../components/notices/notices.js';
import { Refused } from '../../components/notices/notice.js';
import { useAction, type Action } from '../../forms/action.js';
import { randomKey } from '../../http/random-id.js';
import { editPath } from '../../paths.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { VersionComparison } from './comparison/comparison.js';
import type { EditedPage } from './use-update.js';

interface ConflictHandlingProps {
  page: OfPage;
  editing: EditedPage;
  /** They stay mounted while the comparison is shown instead. */
  children: ReactNode;
}

const text = editingTexts.conflict;

/** Offers the choices after a refused update, and shows the comparison that is one of them. */
export function ConflictHandling({ page, editing, children }: ConflictHandlingProps) {
  const { conflict } = editing;
  const [isComparing, setComparing] = useState(false);
  const compared = isComparing ? conflict?.current : undefined;
  const publishing = usePublishing(page, editing);
  const closeComparison = () => {
    flushSync(() => {
      setComparing(false);
      editing.closeConflict();
    });
    editing.focus?.();
  };
  const overwrite = () => {
    closeComparison();
    editing.overwrite();
  };
  // The dialog shows the progress.
  const publish = () => {
    setComparing(false);
    publishing.run();
  };
  return (
    <>
      <div className="shrinks" hidden={compared !== undefined}>
        {children}
      </div>
      {compared && (
        <VersionComparison
          after={{ name: text.yours, content: editing.unpublished }}
          before={{ name: text.theirs, version: compared.version }}
          close={text.backToEditor}
          onClose={closeComparison}
          page={page}
        >
          <Button onClick={publish} size="sm">
            {text.publish}
          </Button>
          <Button onClick={overwrite} size="sm" variant="primary">
            {text.overwrite}
          </Button>
        </VersionComparison>
      )}
      {conflict && !isComparing && (
        <ConflictDialog editing={editing} onCompare={() => setComparing(true)} publishing={publishing} />
      )}
    </>
  );
}

function usePublishing(page: OfPage, editing: EditedPage): Action {
  const [getPage] = useLazyGetPublishedPageQuery();
  const navigate = useNavigate();
  const { showToast } = useNotices();
  const [createSite] = useCreateSiteMutation();
  /** The key stays the same as long as the request does. */
  const tried = useRef({ request: '', idempotencyKey: '' });
  return useAction(
    async () => {
      const content = await editing.content();
      const site = await getPage(page, true).unwrap();
      // It is as private as the page, whose password is not known here.
      const seen = isClosed(site?.visibility)
        ? ({ visibility: 'secret' } as const)
        : site?.noindex && { noindex: true };
      const request = JSON.stringify({ ...content, ...seen });
      if (tried.current.request !== request) tried.current = { request, idempotencyKey: randomKey() };
      const made = await createSite({ ...content, ...seen, idempotencyKey: tried.current.idempotencyKey }).unwrap();
      editing.discard();
      showToast(text.published);
      void navigate(editPath(made.id));
    },
    { failed: editingTexts.failed },
  );
}

interface ConflictDialogProps {
  editing: EditedPage;
  publishing: Action;
  onCompare: () => void;
}

function ConflictDialog({ editing, publishing, onCompare }: ConflictDialogProps) {
  const current = editing.conflict?.current;
  const { sources } = editingTexts.versions;
  return (
    <Modal onClose={editing.closeConflict} title={text.title} working={publishing.working}>
      <div className="stack-16">
        <p>
          {current ? text.text(current.version, sources[current.source], new Date(current.created_at)) : text.unknown}
        </p>
        <ul className="stack-16">
          {current && <Choice detail={text.compareText} label={text.compare} onClick={onCompare} variant="primary" />}
          <Choice detail={text.overwriteText} label={text.overwrite} onClick={editing.overwrite} />
          <Choice
            detail={text.publishText}
            label={text.publish}
            loading={publishing.working}
            onClick={publishing.run}
          />
        </ul>
        <Refused refusal={publishing.refusal} />
      </div>
    </Modal>
  );
}

function Choice({ label, detail, ...button }: ButtonProps & { label: string; detail: string }) {
  const id = useId();
  return (
    <li className="stack-4">
      <Button aria-describedby={id} {...button}>
        {label}
      </Button>
      <p className="soft-sm" id={id}>
        {detail}
      </p>
    </li>
  );
}
