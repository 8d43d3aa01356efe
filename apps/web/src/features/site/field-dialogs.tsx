import { customPathPattern } from '@haru/contracts';
import { isClosed, type MySite } from '../../api/sites/my-site.js';
import { useUpdateSitesMutation, type SiteChange } from '../../api/sites/my-sites.js';
import { useNotices } from '../../components/notices/notices.js';
import type { ActionTexts } from '../../forms/action-failure.js';
import { FormDialog } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { customPathTexts } from '../../texts/publish/file.js';
import { publishTexts } from '../../texts/publish/publish.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';
import { passwordTexts } from '../../texts/sites/password.js';
import { CheckedPathField, usePathCheck } from './custom-path-field.js';
import { PagePasswordInput } from './page-password-input.js';
import { siteFailureText } from './site-changes.js';

interface FieldDialogProps<Column extends keyof MySite> {
  site: Pick<MySite, 'id' | 'title' | Column>;
  onClose: () => void;
  onChanged?: (site: MySite) => void;
}

interface FieldFormOptions<Values> {
  initial: Values;
  check?: (values: Values) => Partial<Record<keyof Values, string | undefined>>;
  changeOf: (values: Values) => SiteChange;
  action: ActionTexts;
  done: string;
}

/** It waits for the server, whose refusal belongs beside the field. */
function useFieldForm<Values extends Record<string, string>>(
  { site, onClose, onChanged }: FieldDialogProps<'id'>,
  { changeOf, done, ...options }: FieldFormOptions<Values>,
) {
  const { showToast } = useNotices();
  const [updateSites] = useUpdateSitesMutation();
  return useForm({
    ...options,
    send: async (values: Values) => {
      const changed = await updateSites({ id: site.id, change: changeOf(values) }).unwrap();
      onClose();
      onChanged?.(changed);
      showToast(done);
    },
    refusalOf: (failure, { failed }) => ({ title: failed, text: siteFailureText(failure), code: failure.code }),
  });
}

function PathDialog(props: FieldDialogProps<'path' | 'visibility'>) {
  const { site, onClose } = props;
  const text = dashboardTexts.path;
  const form = useFieldForm(props, {
    initial: { path: site.path },
    changeOf: ({ path }) => ({ path }),
    action: text,
    done: text.done,
  });
  const { value: path, error, readOnly } = form.fieldProps('path');
  const check = usePathCheck(path, site.path);
  const isFaulty = path === site.path || !customPathPattern.test(path) || check === 'taken' || check === 'reserved';
  const disabled = isFaulty || (check === 'checking' && 'waiting');
  return (
    <FormDialog confirm={text.submit} disabled={disabled} form={form} onClose={onClose} title={text.title}>
      <CheckedPathField
        hint={text.hint}
        label={text.label}
        onChange={(typed) => form.change('path', typed)}
        own={site.path}
        prefix={publishTexts.prefixes[isClosed(site.visibility) ? site.visibility : 'public']}
        // Here an empty field is a fault; at publishing it lets the server choose.
        problem={path === '' ? customPathTexts.rule : error}
        readOnly={readOnly}
        value={path}
      />
      <p className="amber-box">{text.warning(site.path)}</p>
    </FormDialog>
  );
}

export function PasswordDialog(props: FieldDialogProps<'visibility'>) {
  const { site, onClose } = props;
  const text = site.visibility === 'password' ? passwordTexts.change : passwordTexts.set;
  const form = useFieldForm(props, {
    initial: { password: '' },
    check: ({ password }) => ({ password: passwordTexts.faultOf(password) }),
    changeOf: ({ password }) => ({ visibility: 'password', password }),
    action: text,
    done: dashboardTexts.passwordSet,
  });
  const disabled = form.values.password === '';
  return (
    <FormDialog confirm={text.submit} disabled={disabled} form={form} onClose={onClose} title={text.title} width="sm">
      <PagePasswordInput {...form.fieldProps('password')} hint={passwordTexts.rule} />
      <p className="amber-box">{text.text}</p>
    </FormDialog>
  );
}

export const fieldDialogs = { path: PathDialog, password: PasswordDialog };
