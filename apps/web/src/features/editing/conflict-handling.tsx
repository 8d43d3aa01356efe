import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useCreateSiteMutation, type PageContent } from '../../api/api.js';
import type { OfPage } from '../../api/sites/site-versions.js';
import { Button } from '../../components/buttons/button.js';
import { useNotices } from '../../components/notices/notices.js';
import { useAction } from '../../forms/use-action.js';
import { randomKey } from '../../http/random-id.js';
import { editPath } from '../../paths.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { VersionComparison, type Unpublished } from './comparison/comparison.js';
import { ConflictDialog } from './conflict-dialog.js';
import type { Conflict } from './use-editing.js';

interface ConflictEditing {
  conflict: Conflict | undefined;
  /** It is compared with the published version. */
  unpublished: Unpublished;
  /** Returns what the person would publish. */
  content: () => Promise<PageContent>;
  focus: () => void;
  discard: () => void;
  closeConflict: () => void;
  overwrite: () => void;
}

interface ConflictHandlingProps {
  page: OfPage;
  editing: ConflictEditing;
  /** They stay mounted while the comparison is shown instead. */
  children: ReactNode;
}

const text = editingTexts.conflict;

/** Offers the choices after a refused update, and shows the comparison that is one of them. */
export function ConflictHandling({ page, editing, children }: ConflictHandlingProps) {
  const { conflict } = editing;
  const navigate = useNavigate();
  const { showToast } = useNotices();
  const [createSite] = useCreateSiteMutation();
  /** The key is the same for each try to publish the same content. */
  const tried = useRef({ htmlContent: '', idempotencyKey: '' } as PageContent & { idempotencyKey: string });
  const [isComparing, setComparing] = useState(false);
  const compared = isComparing ? conflict?.current : undefined;

  const publishing = useAction(
    async () => {
      const content = await editing.content();
      if (!isSame(tried.current, content)) tried.current = { ...content, idempotencyKey: randomKey() };
      const site = await createSite(tried.current).unwrap();
      editing.discard();
      showToast(text.published);
      void navigate(editPath(site.id));
    },
    { failed: editingTexts.failed },
  );
  const closeComparison = () => {
    flushSync(() => {
      setComparing(false);
      editing.closeConflict();
    });
    editing.focus();
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
          after={{ name: text.yours, ...editing.unpublished }}
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
        <ConflictDialog
          conflict={conflict}
          onClose={editing.closeConflict}
          onCompare={() => setComparing(true)}
          onOverwrite={editing.overwrite}
          publishing={publishing}
        />
      )}
    </>
  );
}

function isSame(one: PageContent, other: PageContent): boolean {
  if ('uploadId' in one) return 'uploadId' in other && one.uploadId === other.uploadId;
  return 'htmlContent' in other && one.htmlContent === other.htmlContent;
}
