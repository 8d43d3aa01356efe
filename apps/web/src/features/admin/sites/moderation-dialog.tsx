import type { SiteOverview } from '@haru/contracts';
import { useModerateSiteMutation, type Moderation } from '../../../api/admin/admin-sites.js';
import { useNotices } from '../../../components/notices/notices.js';
import { adminTexts } from '../../../texts/admin.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';

const text = adminTexts.sites;

interface OnOffer {
  action: Moderation['action'];
  submit: string;
  title: string;
  done: string;
}

/** A page can be stopped or restored, or its path freed where nothing else of it is left. */
export function offerOf({ path, stopped_at: stoppedAt, is_deleted: isDeleted }: SiteOverview): OnOffer {
  if (stoppedAt === null) {
    return { action: 'stop', submit: text.stop, title: text.stopTitle(path), done: text.stopped(path) };
  }
  return isDeleted
    ? { action: 'restore', submit: text.release, title: text.releaseTitle(path), done: text.released(path) }
    : { action: 'restore', submit: text.restore, title: text.restoreTitle(path), done: text.restored(path) };
}

interface ModerationDialogProps {
  site: SiteOverview;
  isAdmin: boolean;
  onClose: () => void;
}

export function ModerationDialog({ site, isAdmin, onClose }: ModerationDialogProps) {
  const { showNotice } = useNotices();
  const [moderate] = useModerateSiteMutation();
  const { action, submit, title, done } = offerOf(site);
  const form = useReasonForm(
    { everywhere: '' },
    ({ reason, everywhere }) =>
      moderate({ site: site.id, action, reason, everywhere: everywhere === '' ? undefined : true }).unwrap(),
    () => {
      onClose();
      showNotice({ kind: 'done', text: done });
    },
  );
  return (
    <ReasonDialog confirm={submit} danger={action === 'stop'} form={form} onClose={onClose} title={title}>
      <p>{site.title}</p>
      {site.is_deleted && action === 'restore' && <p>{text.releaseText}</p>}
      {isAdmin && action === 'stop' && (
        <label className="check">
          <input
            checked={form.values.everywhere !== ''}
            disabled={form.working}
            onChange={(event) => form.change('everywhere', event.target.checked ? 'true' : '')}
            type="checkbox"
          />
          {text.everywhere}
        </label>
      )}
    </ReasonDialog>
  );
}
