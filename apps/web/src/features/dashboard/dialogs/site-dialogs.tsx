import { extendedExpiry } from '@haru/contracts';
import type { MySite } from '../../../api/my-sites.js';
import { useNotices } from '../../../components/notices/notices.js';
import { dashboardTexts } from '../../../texts/dashboard.js';
import { DeleteDialog } from './delete-dialog.js';
import { EditPathDialog } from './edit-path-dialog.js';
import { ExtendDialog } from './extend-dialog.js';
import { RegistrationDialog } from './registration-dialog.js';
import { useMay } from '../../sites/use-site-policy.js';
import type { useSiteActions } from '../use-site-actions.js';

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
      return <RegistrationDialog onClose={close} onRegister={register} />;
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
          extendedTo={extendedExpiry(new Date(dialog.site.expires_at))}
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
        <DeleteDialog
          onClose={close}
          onDelete={() => {
            close();
            void actions.remove(dialog.site);
            onGone();
          }}
          site={dialog.site}
        />
      );
  }
}
