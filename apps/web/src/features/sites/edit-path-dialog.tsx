import { useId, useState } from 'react';
import { callFailureOf } from '../../http/call.js';
import { useUpdateSiteMutation, type MySite } from '../../api/my-sites.js';
import { Button } from '../../components/buttons/button.js';
import { Modal } from '../../components/dialog/modal.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import formStyles from '../../forms/form.module.css';
import { dashboardTexts } from '../../texts/dashboard.js';
import { texts } from '../../texts/ja.js';
import { CustomPathField } from './custom-path-field.js';
import { isCustomPathAcceptable } from './custom-path.js';
import { siteFailureText } from './site-state.js';

const text = dashboardTexts.path;

/** Codes that are about what was typed. */
const fieldCodes: ReadonlySet<string> = new Set(['23505', 'PATH_TAKEN', '23514', 'PATH_INVALID', 'PATH_RESERVED']);

interface EditPathDialogProps {
  site: MySite;
  onClose: () => void;
  onSaved: () => void;
  onRegistrationNeeded: () => void;
}

/** Waits for the server: only it knows whether the path is free, and the answer belongs beside the field. */
export function EditPathDialog({ site, onClose, onSaved, onRegistrationNeeded }: EditPathDialogProps) {
  const formId = useId();
  const [path, setPath] = useState(site.path);
  const [updateSite, { isLoading, error, reset }] = useUpdateSiteMutation();
  const failure = callFailureOf(error);
  const aboutPath = failure !== undefined && fieldCodes.has(failure.code);
  const sendable = path !== '' && path !== site.path && isCustomPathAcceptable(path);

  const submit = async () => {
    if (!sendable || isLoading) return;
    const result = await updateSite({ id: site.id, change: { path } });
    if (result.data) onSaved();
    else if (callFailureOf(result.error)?.code === 'REGISTRATION_REQUIRED') onRegistrationNeeded();
  };
  return (
    <Modal
      actions={
        <>
          <Button disabled={isLoading} onClick={onClose}>
            {dashboardTexts.dialog.cancel}
          </Button>
          <Button disabled={!sendable} form={formId} loading={isLoading} type="submit" variant="primary">
            {text.submit}
          </Button>
        </>
      }
      onClose={onClose}
      title={text.title}
      working={isLoading}
    >
      <form
        className={formStyles['form']}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <CustomPathField
          hint={text.hint}
          label={text.label}
          onChange={(typed) => {
            reset();
            setPath(typed);
          }}
          problem={fieldProblem(path, aboutPath ? siteFailureText(failure) : undefined)}
          readOnly={isLoading}
          value={path}
        />
        <p>{text.warning}</p>
        {failure && !aboutPath && <ErrorNotice title={text.failed}>{siteFailureText(failure)}</ErrorNotice>}
      </form>
    </Modal>
  );
}

/** Here an empty field is no choice of the server's, as it is at publishing. */
function fieldProblem(path: string, refused: string | undefined): string | undefined {
  return path === '' ? texts.publish.pathRule : refused;
}
