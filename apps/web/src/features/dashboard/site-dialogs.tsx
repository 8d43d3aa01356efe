import { extendedExpiry } from '@haru/contracts';
import { useShareUrl } from '../../api/sites/my-site.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { ChoiceGroup, RadioChoice } from '../../components/inputs/choices.js';
import { requiredPart } from '../../components/loading/loaded-part.js';
import { FormDialog } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { texts } from '../../texts/ja.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';
import { formatDateTime } from '../../texts/formats.js';
import { useOpenDialog } from '../auth/dialog.js';
import { fieldDialogs } from '../site/field-dialogs.js';
import { useIsAllowed } from '../site/use-site-policy.js';
import type { OpenSiteDialog, SiteActions } from './actions/site-actions.js';

const QrDialog = requiredPart(() => import('../../components/sharing/qr-dialog.js'), 'QrDialog');

const { registration, extend } = dashboardTexts;

export function SiteDialogs({ dialog, actions }: { dialog: OpenSiteDialog | null; actions: SiteActions }) {
  const openDialog = useOpenDialog();
  const url = useShareUrl()(dialog?.site);
  if (!dialog) return null;
  const { name, site } = dialog;
  const { close } = actions;
  const closeAnd = (then: () => void) => () => {
    close();
    then();
  };
  const register = closeAnd(() => openDialog({ name: 'auth', view: 'register' }));
  switch (name) {
    case 'registration':
      // It replaces a refusal: it says what a temporary account cannot do, and how it can.
      return (
        <ConfirmDialog confirm={texts.header.register} onClose={close} onConfirm={register} title={registration.title}>
          <p>{registration.lead}</p>
          <p>{registration.text}</p>
        </ConfirmDialog>
      );
    case 'qr':
      return <QrDialog onClose={close} site={{ ...site, url: url ?? '' }} />;
    case 'extend':
      return <ExtendDialog actions={actions} onRegister={register} site={site} />;
    case 'makePublic':
    case 'renewLink':
    case 'remove': {
      const { title, text, submit } = dashboardTexts[name];
      const confirm = () => (name === 'remove' ? actions.remove(site) : actions.change(name, site));
      return (
        <ConfirmDialog confirm={submit} danger onClose={close} onConfirm={closeAnd(confirm)} title={title}>
          <p className="written">{text(site.title)}</p>
        </ConfirmDialog>
      );
    }
    default: {
      const FieldDialog = fieldDialogs[name];
      return <FieldDialog onClose={close} site={site} />;
    }
  }
}

interface ExtendDialogProps extends Pick<OpenSiteDialog, 'site'> {
  actions: SiteActions;
  onRegister: () => void;
}

function ExtendDialog({ site, actions: { close, change }, onRegister }: ExtendDialogProps) {
  const mayBePermanent = useIsAllowed('makePermanent');
  const initial: { by: 'extend' | 'makePermanent' } = { by: 'extend' };
  const isInvitation = ({ by }: typeof initial) => by === 'makePermanent' && !mayBePermanent;
  const form = useForm({
    initial,
    send: async (values) => {
      if (isInvitation(values)) return onRegister();
      close();
      change(values.by, site);
    },
    keepsOpen: false,
  });
  return (
    <FormDialog
      confirm={isInvitation(form.values) ? texts.header.register : extend.submit}
      form={form}
      onClose={close}
      title={extend.title}
    >
      <p>{site.title}</p>
      <ChoiceGroup legend={extend.choices} legendHidden>
        <RadioChoice
          {...form.radioProps('by', 'extend')}
          detail={extend.until(formatDateTime(extendedExpiry(new Date(site.expires_at))))}
          label={extend.byDays}
        />
        <RadioChoice
          {...form.radioProps('by', 'makePermanent')}
          detail={mayBePermanent ? extend.permanentText : extend.needsRegistration}
          label={extend.permanent}
        />
      </ChoiceGroup>
    </FormDialog>
  );
}
