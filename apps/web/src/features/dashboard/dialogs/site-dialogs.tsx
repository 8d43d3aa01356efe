import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.js';
import { lazyPart } from '../../../components/loading/lazy-part.js';
import { LoadedPart } from '../../../components/loading/loaded-part.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import type { OpenSiteDialog, SiteActions } from '../actions/site-actions.js';
import { EditPathDialog } from './edit-path-dialog.js';
import { PasswordDialog } from '../../site/visibility/password-dialog.js';
import { ExtendDialog } from './extend-dialog.js';

const QrDialog = lazyPart(async () => (await import('../../../components/sharing/qr-dialog.js')).QrDialog);

const { registration } = dashboardTexts;

interface SiteDialogsProps {
  dialog: OpenSiteDialog | null;
  actions: SiteActions;
  onRegister: () => void;
}

export function SiteDialogs({ dialog, actions, onRegister }: SiteDialogsProps) {
  const { close } = actions;
  const closeAnd = (then: () => void) => () => {
    close();
    then();
  };
  switch (dialog?.name) {
    case undefined:
      return null;
    case 'registration':
      // It replaces a refusal: it says what a temporary account cannot do, and how it can.
      return (
        <ConfirmDialog
          confirm={dashboardTexts.register}
          onClose={close}
          onConfirm={closeAnd(onRegister)}
          title={registration.title}
          width="sm"
        >
          <p>{registration.lead}</p>
          <p>{registration.text}</p>
        </ConfirmDialog>
      );
    case 'qr':
      return (
        <LoadedPart>
          <QrDialog onClose={close} site={{ ...dialog.site, url: dialog.url }} />
        </LoadedPart>
      );
    case 'path':
      return <EditPathDialog actions={actions} site={dialog.site} />;
    case 'password':
      return <PasswordDialog onClose={close} site={dialog.site} />;
    case 'extend':
      return <ExtendDialog actions={actions} onRegister={closeAnd(onRegister)} site={dialog.site} />;
    case 'makePublic':
    case 'renewLink':
    case 'remove': {
      const { name, site } = dialog;
      const { title, text, submit } = dashboardTexts[name];
      return (
        <ConfirmDialog
          confirm={submit}
          danger
          onClose={close}
          onConfirm={closeAnd(() => actions[name](site))}
          title={title}
          width="sm"
        >
          <p>{text(site.title)}</p>
        </ConfirmDialog>
      );
    }
  }
}
