import { limits } from '@haru/contracts';
import type { MySite } from '../../../api/sites/my-site.js';
import { useUpdateSitesMutation } from '../../../api/sites/my-sites.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { useNotices } from '../../../components/notices/notices.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { passwordTexts } from '../../../texts/sites/password.js';
import { siteFailureText } from '../site-failure.js';

interface PasswordDialogProps {
  site: Pick<MySite, 'id' | 'title' | 'visibility'>;
  onClose: () => void;
  onChanged?: (site: MySite) => void;
}

/** Gives the page a password, or another one. */
export function PasswordDialog({ site, onClose, onChanged }: PasswordDialogProps) {
  const { showToast } = useNotices();
  const [updateSites] = useUpdateSitesMutation();
  const text = site.visibility === 'password' ? passwordTexts.change : passwordTexts.set;
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: passwordTexts.faultOf(password) }),
    send: async ({ password }) => {
      const changed = await updateSites({ id: site.id, change: { visibility: 'password', password } }).unwrap();
      onClose();
      onChanged?.(changed);
      showToast(dashboardTexts.passwordSet(site.title));
    },
    action: text,
    refusalOf: (failure, { failed }) => ({ title: failed, text: siteFailureText(failure), code: failure.code }),
  });
  return (
    <FormDialog confirm={text.submit} form={form} onClose={onClose} title={text.title} width="sm">
      <TextInput
        {...form.fieldProps('password')}
        autoComplete="off"
        hint={passwordTexts.rule}
        label={passwordTexts.label}
        maxLength={limits.pagePasswordMaxLength}
      />
      <p>{text.text}</p>
    </FormDialog>
  );
}
