import type { MySite } from '../../../api/my-sites.js';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.js';
import { useNotices } from '../../../components/notices/notices.js';
import { dashboardTexts } from '../../../texts/dashboard.js';
import { useMay } from '../../sites/use-site-policy.js';
import type { useSiteActions } from '../use-site-actions.js';
import { EditPathDialog } from './edit-path-dialog.js';
import { ExtendDialog } from './extend-dialog.js';

const { remove, registration } = dashboardTexts;

export type OpenSiteDialog = { name: 'path' | 'extend' | 'remove'; site: MySite } | { name: 'registration' };

interface SiteDialogsProps {
  dialog: OpenSiteDialog;
  actions: Pick<ReturnType<typeof useSiteActions>, 'extend' | 'remove'>;
  onChange: (dialog: OpenSiteDialog | null) => void;
  /** The card that had the focus is leaving the list. */
  onGone: () => void;
  onRegister: () => void;
}

export function SiteDialogs({ dialog, actions, onChange, onGone, onRegister }: SiteDialogsProps) {
  const { showToast } = useNotices();
  const mayBePermanent = useMay('makePermanent');
  const close = () => onChange(null);
  const register = () => {
    close();
    onRegister();
  };
  switch (dialog.name) {
    case 'registration':
      // Instead of a refusal: what a temporary account cannot do, and how it can.
      return (
        <ConfirmDialog
          confirm={dashboardTexts.register}
          onClose={close}
          onConfirm={register}
          title={registration.title}
          width="sm"
        >
          <p>{registration.lead}</p>
          <p>{registration.text}</p>
        </ConfirmDialog>
      );
    case 'path':
      return (
        <EditPathDialog
          onClose={close}
          onRegistrationNeeded={() => onChange({ name: 'registration' })}
          onSaved={() => {
            close();
            showToast(dashboardTexts.saved(dialog.site.title));
          }}
          site={dialog.site}
        />
      );
    case 'extend':
      return (
        <ExtendDialog
          mayBePermanent={mayBePermanent}
          onClose={close}
          onExtend={(extension) => {
            close();
            actions.extend(dialog.site, extension);
          }}
          onRegister={register}
          site={dialog.site}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          confirm={remove.submit}
          danger
          onClose={close}
          onConfirm={() => {
            close();
            void actions.remove(dialog.site);
            onGone();
          }}
          title={remove.title}
          width="sm"
        >
          <p>{remove.text(dialog.site.title)}</p>
        </ConfirmDialog>
      );
  }
}
