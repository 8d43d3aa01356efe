import { callFailureOf } from '../../../http/call.js';
import type { MySite } from '../../../api/sites/my-site.js';
import { useUpdateSitesMutation } from '../../../api/sites/my-sites.js';
import { useNotices } from '../../../components/notices/notices.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { customPathTexts } from '../../../texts/publish/file.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { CustomPathField } from '../../site/path/custom-path-field.js';
import { isCustomPathAcceptable } from '../../site/path/custom-path.js';
import { siteFailureText } from '../../site/site-failure.js';
import type { SiteActions } from '../actions/site-actions.js';

const text = dashboardTexts.path;

interface EditPathDialogProps {
  site: MySite;
  actions: Pick<SiteActions, 'close' | 'open'>;
}

/** It waits for the server: only the server knows whether the path is free, and the answer belongs beside the field. */
export function EditPathDialog({ site, actions: { close, open } }: EditPathDialogProps) {
  const { showToast } = useNotices();
  const [updateSites] = useUpdateSitesMutation();
  const form = useForm({
    initial: { path: site.path },
    send: async ({ path }) => {
      if (!isSendable(path)) return;
      try {
        await updateSites({ id: site.id, change: { path } }).unwrap();
        close();
        showToast(dashboardTexts.saved(site.title));
      } catch (error) {
        if (callFailureOf(error)?.code !== 'REGISTRATION_REQUIRED') throw error;
        open({ name: 'registration' });
      }
    },
    action: text,
    refusalOf: (failure, { failed }) => ({ title: failed, text: siteFailureText(failure), code: failure.code }),
  });
  const isSendable = (path: string) => path !== '' && path !== site.path && isCustomPathAcceptable(path);
  const { value: path, error, readOnly } = form.fieldProps('path');
  return (
    <FormDialog confirm={text.submit} disabled={!isSendable(path)} form={form} onClose={close} title={text.title}>
      <CustomPathField
        hint={text.hint}
        label={text.label}
        onChange={(typed) => form.change('path', typed)}
        // Here an empty field is a fault; at publishing it lets the server choose.
        problem={path === '' ? customPathTexts.rule : error}
        readOnly={readOnly}
        value={path}
      />
      <p>{text.warning}</p>
    </FormDialog>
  );
}
