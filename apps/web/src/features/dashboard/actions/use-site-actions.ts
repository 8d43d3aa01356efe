import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDeleteSitesMutation, useRestoreSiteMutation, useUpdateSitesMutation } from '../../../api/sites/my-sites.js';
import { usePageAddresses } from '../../../api/sites/share-url.js';
import { useNotices } from '../../../components/notices/notices.js';
import { editPath } from '../../../paths.js';
import { useCalendarEntry } from '../../expiry/use-calendar-entry.js';
import { useArchiveDownload } from '../../site/download/use-archive-download.js';
import { useAiUpdate } from '../../site/ai-update/use-ai-update.js';
import { useIsAllowed } from '../../site/use-site-policy.js';
import { createSiteActions, type OpenSiteDialog, type SiteProblem } from './site-actions.js';

/** The actions stay the same between renders. `problems` has the server's last refusal for each page. */
export function useSiteActions() {
  const { showToast, showNotice } = useNotices();
  const mayChangePath = useIsAllowed('changePath');
  const mayHavePassword = usePageAddresses()?.ownOrigins !== undefined;
  const [update] = useUpdateSitesMutation();
  const [remove] = useDeleteSitesMutation();
  const [restore] = useRestoreSiteMutation();
  const navigate = useNavigate();
  const saveCalendarEntry = useCalendarEntry();
  const { downloadPage } = useArchiveDownload();
  const { start: startAiUpdate, dialog: aiUpdateDialog } = useAiUpdate();
  const [dialog, setDialog] = useState<OpenSiteDialog | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, SiteProblem>>(new Map());

  const actions = useMemo(
    () =>
      createSiteActions({
        mayChangePath,
        mayHavePassword,
        open: setDialog,
        setProblem: (id, problem) => setProblems((before) => withProblem(before, id, problem)),
        showToast,
        showNotice,
        update,
        remove: (id) => remove({ ids: [id], optimistic: true }),
        restore,
        goToEditor: (id) => void navigate(editPath(id)),
        saveCalendarEntry,
        startAiUpdate,
        download: downloadPage,
      }),
    [
      mayChangePath,
      mayHavePassword,
      showToast,
      showNotice,
      update,
      remove,
      restore,
      navigate,
      saveCalendarEntry,
      startAiUpdate,
      downloadPage,
    ],
  );
  return { actions, dialog, problems, aiUpdateDialog };
}

function withProblem(
  before: ReadonlyMap<string, SiteProblem>,
  id: string,
  problem: SiteProblem | undefined,
): ReadonlyMap<string, SiteProblem> {
  if (!problem && !before.has(id)) return before;
  const after = new Map(before);
  if (problem) after.set(id, problem);
  else after.delete(id);
  return after;
}
