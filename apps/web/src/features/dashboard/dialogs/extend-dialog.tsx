import { extendedExpiry } from '@haru/contracts';
import { useId, type ComponentProps } from 'react';
import type { MySite } from '../../../api/my-sites.js';
import { FormDialog } from '../../../forms/form-dialog.js';
import { useForm } from '../../../forms/use-form.js';
import { dashboardTexts } from '../../../texts/dashboard.js';
import { formatDateTime } from '../../../texts/ja.js';
import styles from './extend-dialog.module.css';

const text = dashboardTexts.extend;

export type Extension = 'days' | 'permanent';

interface ExtendDialogProps {
  site: MySite;
  mayBePermanent: boolean;
  onClose: () => void;
  onExtend: (extension: Extension) => void;
  onRegister: () => void;
}

export function ExtendDialog({ site, mayBePermanent, onClose, onExtend, onRegister }: ExtendDialogProps) {
  const initial: { extension: Extension } = { extension: 'days' };
  const isInvitation = ({ extension }: typeof initial) => extension === 'permanent' && !mayBePermanent;
  const form = useForm({
    initial,
    send: async (values) => (isInvitation(values) ? onRegister() : onExtend(values.extension)),
    keepsOpen: false,
  });
  return (
    <FormDialog
      confirm={isInvitation(form.values) ? dashboardTexts.register : text.submit}
      form={form}
      onClose={onClose}
      title={text.title}
    >
      <p>{site.title}</p>
      <fieldset className={styles['choices']}>
        <legend className={styles['legend']}>{text.choices}</legend>
        <Choice
          {...form.radioProps('extension', 'days')}
          detail={text.until(formatDateTime(extendedExpiry(new Date(site.expires_at))))}
          label={text.byDays}
        />
        <Choice
          {...form.radioProps('extension', 'permanent')}
          detail={mayBePermanent ? text.permanentText : text.needsRegistration}
          label={text.permanent}
        />
      </fieldset>
    </FormDialog>
  );
}

function Choice({ label, detail, ...input }: ComponentProps<'input'> & { label: string; detail: string }) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <input {...input} aria-describedby={`${id}-detail`} id={id} type="radio" />
      <label className={styles['name']} htmlFor={id}>
        {label}
      </label>
      <span className={styles['detail']} id={`${id}-detail`}>
        {detail}
      </span>
    </div>
  );
}
