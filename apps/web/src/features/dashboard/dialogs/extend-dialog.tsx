import { extendedExpiry } from '@haru/contracts';
import type { MySite } from '../../../api/sites/my-site.js';
import { RadioChoice } from '../../../components/inputs/radio-choice.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { formatDateTime } from '../../../texts/formats.js';
import { useIsAllowed } from '../../site/use-site-policy.js';
import type { SiteActions } from '../actions/site-actions.js';
import styles from '../my-sites.module.css';

const text = dashboardTexts.extend;

interface ExtendDialogProps {
  site: MySite;
  actions: Pick<SiteActions, 'close' | 'extend'>;
  onRegister: () => void;
}

export function ExtendDialog({ site, actions: { close, extend }, onRegister }: ExtendDialogProps) {
  const mayBePermanent = useIsAllowed('makePermanent');
  const initial: { until: 'days' | 'permanent' } = { until: 'days' };
  const isInvitation = ({ until }: typeof initial) => until === 'permanent' && !mayBePermanent;
  const form = useForm({
    initial,
    send: async (values) => {
      if (isInvitation(values)) return onRegister();
      close();
      extend(site, values.until);
    },
    keepsOpen: false,
  });
  return (
    <FormDialog
      confirm={isInvitation(form.values) ? dashboardTexts.register : text.submit}
      form={form}
      onClose={close}
      title={text.title}
    >
      <p>{site.title}</p>
      <fieldset className={styles['choices']}>
        <legend className="visually-hidden">{text.choices}</legend>
        <RadioChoice
          {...form.radioProps('until', 'days')}
          detail={text.until(formatDateTime(extendedExpiry(new Date(site.expires_at))))}
          label={text.byDays}
        />
        <RadioChoice
          {...form.radioProps('until', 'permanent')}
          detail={mayBePermanent ? text.permanentText : text.needsRegistration}
          label={text.permanent}
        />
      </fieldset>
    </FormDialog>
  );
}
